"""Miniature raw data: vesuvius-challenge-ink-detection."""

from pathlib import Path

import numpy as np
from PIL import Image


def rle(mask):
    """start length pairs, rows first, counted from 1"""
    m = np.concatenate([[0], mask.ravel(), [0]])
    edges = np.flatnonzero(m[1:] != m[:-1])
    return " ".join(f"{a + 1} {b - a}" for a, b in zip(edges[::2], edges[1::2]))


def fragment(rng, folder, number, width, height, slices, labelled=True):
    (folder / "surface_volume").mkdir(parents=True, exist_ok=True)
    ink = np.zeros((height, width), bool)
    for _ in range(4):
        r, c = int(rng.integers(1, height - 8)), int(rng.integers(1, width - 5))
        ink[r : r + 7, c : c + 3] = True
    inside = np.ones_like(ink)
    inside[:2, :2] = False
    ink &= inside
    for z in range(slices):
        signal = 6000 * ink * np.exp(-((z - slices / 2) ** 2) / 40)
        a = (rng.normal(24000, 3000, ink.shape) + signal).clip(0, 65535) * inside
        Image.fromarray(a.astype(np.uint16)).save(folder / "surface_volume" / f"{z:02d}.tif")
    Image.fromarray((inside * 255).astype(np.uint8)).convert("1").save(folder / "mask.png")
    if labelled:
        Image.fromarray((ink * 255).astype(np.uint8)).convert("1").save(folder / "inklabels.png")
        photo = (rng.normal(120, 10, ink.shape) - 60 * ink).clip(0, 255)
        Image.fromarray(photo.astype(np.uint8)).save(folder / "ir.png")
        (folder / "inklabels_rle.csv").write_text(f"Id,Predicted\n{number},{rle(ink)}\n")


def build(raw: Path, rng: np.random.Generator) -> None:
    for number, (w, h) in {1: (24, 30), 2: (28, 33), 3: (22, 31)}.items():
        fragment(rng, raw / "train" / str(number), number, w, h, 65)
    for name in "ab":  # Kaggle's mock test fragments
        fragment(rng, raw / "test" / name, name, 20, 20, 3, labelled=False)
    (raw / "sample_submission.csv").write_text("Id,Predicted\na,1 1 5 1\nb,1 1 5 1\n")

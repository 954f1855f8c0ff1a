"""Miniature of the raw data of APTOS 2019 Blindness Detection."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image


def fundus(rng, grade):
    """A reddish disc on black with one bright speck per grade or so."""
    h, w = int(rng.integers(20, 28)), int(rng.integers(24, 32))
    y, x = np.mgrid[0:h, 0:w]
    disc = (x - w / 2) ** 2 + (y - h / 2) ** 2 < (min(h, w) / 2 - 1) ** 2
    img = np.zeros((h, w, 3))
    img[disc] = np.array([150, 70, 30]) + rng.integers(-8, 9, 3)
    for _ in range(2 * grade):
        img[rng.integers(5, h - 5), rng.integers(7, w - 7)] = (250, 240, 120)
    return Image.fromarray(img.clip(0, 255).astype("uint8"))


def ids(rng, n):
    out = {f"{v:012x}" for v in rng.integers(0, 2**48, n)}
    return sorted(out)


def build(raw: Path, rng: np.random.Generator) -> None:
    for split in ("train", "test"):
        (raw / f"{split}_images").mkdir(parents=True, exist_ok=True)

    everyone = ids(rng, 260)
    test = sorted(rng.choice(everyone, 10, replace=False))
    train = [i for i in everyone if i not in set(test)]
    grade = rng.choice(5, len(train), p=[0.45, 0.12, 0.25, 0.08, 0.10])
    pd.DataFrame({"id_code": train, "diagnosis": grade}).to_csv(raw / "train.csv", index=False)
    pd.DataFrame({"id_code": test}).to_csv(raw / "test.csv", index=False)
    pd.DataFrame({"id_code": test, "diagnosis": 0}).to_csv(raw / "sample_submission.csv", index=False)
    for i, g in zip(train, grade, strict=False):
        fundus(rng, int(g)).save(raw / "train_images" / f"{i}.png")
    for i in test:
        fundus(rng, int(rng.integers(5))).save(raw / "test_images" / f"{i}.png")

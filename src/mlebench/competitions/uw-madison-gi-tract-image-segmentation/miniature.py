"""Miniature raw tree for uw-madison-gi-tract-image-segmentation."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

CLASSES = ["large_bowel", "small_bowel", "stomach"]
DAYS = [1, 2, 3, 6, 5, 4, 2, 5, 1, 3, 6, 2]  # scan days per case; more than four matters for the split


def rle(mask):
    """Pairs start/length, pixels counted from 1 row by row."""
    flat = np.r_[0, mask.astype(np.int8).ravel(), 0]
    edges = np.flatnonzero(np.diff(flat))
    return " ".join(f"{a + 1} {b - a}" for a, b in edges.reshape(-1, 2))


def build(raw: Path, rng: np.random.Generator) -> None:

    rows = []
    cases = rng.choice(np.arange(1, 157), len(DAYS), replace=False)
    for case, days in zip(cases, DAYS):
        # most scans are square, some are wider than high
        width, height, spacing = [(20, 20, "1.50"), (22, 22, "1.63"), (26, 19, "1.50")][
            rng.choice(3, p=[0.4, 0.2, 0.4])
        ]
        for day in rng.choice(
            np.arange(0, 40), days, replace=False
        ):  # not in order, and text order differs from numeric order
            folder = raw / "train" / f"case{case}" / f"case{case}_day{day}" / "scans"
            folder.mkdir(parents=True)
            centres = rng.uniform(0.25, 0.75, (3, 2)) * [height, width]
            radii = rng.uniform(2.0, 4.5, (3, 2))
            slices = int(rng.integers(4, 7))
            for s in range(1, slices + 1):
                yy, xx = np.mgrid[:height, :width]
                image = rng.normal(300, 60, (height, width))
                grow = 1.3 - abs(s - (slices + 1) / 2) / slices * 2
                taken = np.zeros((height, width), bool)
                for c, name in enumerate(CLASSES):
                    size = np.maximum(radii[c] * grow, 0.1)
                    mask = (((yy - centres[c, 0]) / size[0]) ** 2 + ((xx - centres[c, 1]) / size[1]) ** 2 < 1) & ~taken
                    if s == 1 or rng.random() < 0.25:
                        mask[:] = False  # many slices lack an organ
                    taken |= mask
                    image[mask] += 2500 * (c + 1)
                    rows.append((f"case{case}_day{day}_slice_{s:04d}", name, rle(mask)))
                name = f"slice_{s:04d}_{width}_{height}_{spacing}_{spacing}.png"
                Image.fromarray(image.clip(0, 15000).astype(np.uint16)).save(folder / name)  # 16-bit grey
    pd.DataFrame(rows, columns=["id", "class", "segmentation"]).to_csv(raw / "train.csv", index=False)
    (raw / "sample_submission.csv").write_text("id,class,predicted\n")  # empty on Kaggle

"""Miniature of the raw data of Plant Seedlings Classification."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

from .grade import SPECIES


def seedling(rng, k):
    """Green cross whose arm lengths depend on the species, on gravel-like noise."""
    n = int(rng.integers(14, 20))
    img = rng.integers(90, 120, (n, n, 1)).repeat(3, axis=2)
    c, a, b = n // 2, 1 + k % 4, 1 + k // 3
    img[c - a : c + a + 1, c] = (30, 140 + 6 * k, 40)
    img[c, c - b : c + b + 1] = (30, 140 + 6 * k, 40)
    return Image.fromarray(img.astype("uint8"))


def build(raw: Path, rng: np.random.Generator) -> None:

    names = iter(sorted({f"{v:09x}.png" for v in rng.integers(0, 16**9, 400)}, key=lambda s: s[::-1]))
    for k, species in enumerate(SPECIES):
        folder = raw / "train" / species
        folder.mkdir(parents=True)
        for _ in range(int(rng.integers(8, 22))):
            seedling(rng, k).save(folder / next(names))
    (raw / "train" / "Maize" / "notes.txt").write_text("not an image\n")  # must be ignored
    (raw / "test").mkdir()
    test = sorted(next(names) for _ in range(10))
    for name in test:
        seedling(rng, int(rng.integers(12))).save(raw / "test" / name)
    pd.DataFrame({"file": test, "species": "Sugar beet"}).to_csv(raw / "sample_submission.csv", index=False)

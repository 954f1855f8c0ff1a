"""Miniature raw data: plant-pathology-2020-fgvc7."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

from .grade import CLASSES as C

TINT = np.array([[60, 150, 60], [140, 110, 60], [170, 120, 40], [90, 100, 80]])


def leaf(rng, k, path):
    small = rng.normal(TINT[k], 25, (6, 8, 3)).clip(0, 255).astype(np.uint8)
    Image.fromarray(small).resize((32, 24)).save(path, quality=80)


def build(raw: Path, rng: np.random.Generator) -> None:
    (raw / "images").mkdir(parents=True, exist_ok=True)

    n_train, n_test = 205, 30
    k = rng.choice(4, n_train, p=[0.26, 0.2, 0.27, 0.27])
    train = pd.DataFrame(np.eye(4, dtype=int)[k], columns=C)
    train.insert(0, "image_id", [f"Train_{i}" for i in range(n_train)])
    test = pd.DataFrame({"image_id": [f"Test_{i}" for i in range(n_test)]})
    sample = test.copy()
    sample[C] = 0.25
    train.to_csv(raw / "train.csv", index=False)
    test.to_csv(raw / "test.csv", index=False)
    sample.to_csv(raw / "sample_submission.csv", index=False)
    for i in range(n_train):
        leaf(rng, k[i], raw / "images" / f"Train_{i}.jpg")
    for i in range(n_test):
        leaf(rng, int(rng.integers(4)), raw / "images" / f"Test_{i}.jpg")

"""The embedded data: scikit-learn's handwritten digits as picture files."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image
from sklearn.datasets import load_digits

GREY_STEP = 15  # the data set counts ink from 0 to 16


def build(raw: Path, rng: np.random.Generator) -> None:
    """Always the same tree: `rng` is not used, as this is the data itself and not a stand-in."""
    digits = load_digits()
    (raw / "images").mkdir(parents=True, exist_ok=True)
    names = [f"{number:04d}.png" for number in range(len(digits.images))]
    for name, ink in zip(names, digits.images, strict=True):
        Image.fromarray((ink * GREY_STEP).astype(np.uint8)).save(raw / "images" / name)
    pd.DataFrame({"image": names, "digit": digits.target}).to_csv(raw / "labels.csv", index=False)

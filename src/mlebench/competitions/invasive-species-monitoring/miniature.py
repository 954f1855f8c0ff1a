"""Miniature raw data: invasive-species-monitoring."""

import io
from pathlib import Path

import numpy as np
import pandas as pd
import py7zr
from PIL import Image

from mlebench.data import zip_text


def photo(rng, invasive):
    """Green noise; hydrangea pictures get a bluish blob."""
    a = rng.normal([60, 120, 50], 20, (18, 24, 3))
    if invasive:
        r, c = rng.integers(0, 10, 2)
        a[r : r + 8, c : c + 8] = rng.normal([120, 110, 210], 15, a[r : r + 8, c : c + 8].shape)
    buf = io.BytesIO()
    Image.fromarray(a.clip(0, 255).astype(np.uint8)).save(buf, "JPEG", quality=80)
    return buf.getvalue()


def write_7z(path, folder, pictures):
    with py7zr.SevenZipFile(path, "w") as z:
        for name, data in pictures.items():
            z.writestr(data, f"{folder}/{name}.jpg")


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    n_train, n_test = 153, 20
    labels = pd.DataFrame({"name": range(1, n_train + 1), "invasive": (rng.random(n_train) < 0.63).astype(int)})
    write_7z(raw / "train.7z", "train", {n: photo(rng, y) for n, y in labels.itertuples(index=False)})
    write_7z(raw / "test.7z", "test", {n: photo(rng, rng.random() < 0.63) for n in range(1, n_test + 1)})
    zip_text(raw / "train_labels.csv.zip", "train_labels.csv", labels.to_csv(index=False))
    sample = pd.DataFrame({"name": range(1, n_test + 1), "invasive": 0.5})
    zip_text(raw / "sample_submission.csv.zip", "sample_submission.csv", sample.to_csv(index=False))

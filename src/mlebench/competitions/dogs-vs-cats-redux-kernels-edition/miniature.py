"""Miniature of the raw data of Dogs vs. Cats Redux: Kernels Edition."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

WHEN = (2016, 9, 2, 0, 0, 0)


def photo(rng, is_dog):
    """A small noisy colour image; dogs are brownish with stripes, cats greyish with a blob."""
    h, w = int(rng.integers(16, 28)), int(rng.integers(16, 28))
    y, x = np.mgrid[0:h, 0:w]
    base = np.array([150, 100, 60] if is_dog else [110, 115, 130], float)
    pattern = 30 * np.sin(x / 2) if is_dog else 60 * np.exp(-((x - w / 2) ** 2 + (y - h / 2) ** 2) / 20)
    img = base + pattern[..., None] + rng.normal(0, 25, (h, w, 3))
    buf = io.BytesIO()
    Image.fromarray(img.clip(0, 255).astype("uint8")).save(buf, "JPEG", quality=50)
    return buf.getvalue()


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    n_each, n_test = 75, 20
    with zipfile.ZipFile(raw / "train.zip", "w") as z:
        for kind in ("cat", "dog"):
            for i in range(n_each):
                z.writestr(zipfile.ZipInfo(f"train/{kind}.{i}.jpg", WHEN), photo(rng, kind == "dog"))
    with zipfile.ZipFile(raw / "test.zip", "w") as z:
        for i in range(1, n_test + 1):
            z.writestr(zipfile.ZipInfo(f"test/{i}.jpg", WHEN), photo(rng, bool(rng.integers(2))))
    pd.DataFrame({"id": range(1, n_test + 1), "label": 0.5}).to_csv(raw / "sample_submission.csv", index=False)

"""The embedded data: scikit-learn's two photographs in grey."""

from pathlib import Path

import numpy as np
from PIL import Image
from sklearn.datasets import load_sample_images

LUMA = np.array([299, 587, 114])  # the weights of ITU-R BT.601, in thousandths: whole numbers round alike everywhere


def build(raw: Path, rng: np.random.Generator) -> None:
    """Always the same tree: `rng` is not used, as this is the data itself and not a stand-in."""
    photographs = load_sample_images()
    raw.mkdir(parents=True, exist_ok=True)
    for path, colours in zip(photographs.filenames, photographs.images, strict=True):
        grey = (colours.astype(np.int64) @ LUMA + 500) // 1000
        Image.fromarray(grey.astype(np.uint8)).save(raw / f"{Path(path).stem}.png")

"""Miniature of the raw data of Humpback Whale Identification Challenge."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

# number of images of each whale; many whales have only one, new_whale is the largest "whale"
COUNTS = [30] + [9, 7, 6, 5, 5, 4, 4] + [3] * 6 + [2] * 10 + [1] * 30
SAMPLE_WHALES = ["w_1287fbc", "w_98baff9", "w_7554f44", "w_1eafe46"]  # named in the sample submission


def fluke(rng, path, shade):
    pixels = shade + rng.normal(0, 10, (8, 20, 3))
    Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).save(path, "JPEG", quality=80)


def build(raw: Path, rng: np.random.Generator) -> None:
    for d in ("train", "test"):
        (raw / d).mkdir(parents=True, exist_ok=True)

    hexes = [f"{n:07x}" for n in rng.choice(16**7, len(COUNTS), replace=False)]
    whales = ["new_whale"] + SAMPLE_WHALES + [f"w_{h}" for h in hexes[5:]]
    ids = rng.permutation(np.repeat(np.arange(len(COUNTS)), COUNTS))
    numbers = rng.choice(16**8, len(ids) + 6, replace=False)
    images = sorted(f"{n:08x}.jpg" for n in numbers[: len(ids)])
    for image, i in zip(images, ids, strict=False):
        fluke(rng, raw / "train" / image, np.random.default_rng(int(i)).integers(30, 225, 3))
    pd.DataFrame({"Image": images, "Id": [whales[i] for i in ids]}).to_csv(raw / "train.csv", index=False)

    tests = sorted(f"{n:08x}.jpg" for n in numbers[len(ids) :])
    for image in tests:
        fluke(rng, raw / "test" / image, rng.integers(30, 225, 3))
    pd.DataFrame({"Image": tests, "Id": " ".join(["new_whale", *SAMPLE_WHALES])}).to_csv(
        raw / "sample_submission.csv", index=False
    )

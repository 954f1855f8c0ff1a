"""Miniature raw data for dog-breed-identification: labels.csv, train/*.jpg, test/*.jpg."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

from .prepare import BREEDS


def picture(rng, hue):
    """A small noisy photo whose colour hints at the breed."""
    h, w = int(rng.integers(14, 22)), int(rng.integers(14, 22))
    hsv = np.zeros((h, w, 3), dtype=np.uint8)
    hsv[..., 0] = hue
    hsv[..., 1] = 160
    hsv[..., 2] = rng.integers(90, 220, size=(h, w))
    return Image.fromarray(hsv, "HSV").convert("RGB")


def build(raw: Path, rng: np.random.Generator) -> None:
    for d in ("train", "test"):
        (raw / d).mkdir(parents=True, exist_ok=True)

    # every breed at least once, then extra rows drawn unevenly; 233 is not a multiple of ten on purpose
    p = rng.dirichlet(np.ones(len(BREEDS)))
    which = np.concatenate([np.arange(len(BREEDS)), rng.choice(len(BREEDS), 113, p=p)])
    rng.shuffle(which)
    ids = sorted(rng.bytes(16).hex() for _ in which)
    pd.DataFrame({"id": ids, "breed": [BREEDS[k] for k in which]}).to_csv(raw / "labels.csv", index=False)
    for i, k in zip(ids, which, strict=False):
        picture(rng, int(k * 255 / len(BREEDS))).save(raw / "train" / f"{i}.jpg", quality=60)

    test_ids = sorted(rng.bytes(16).hex() for _ in range(10))
    for i in test_ids:
        picture(rng, int(rng.integers(0, 255))).save(raw / "test" / f"{i}.jpg", quality=60)
    sample = pd.DataFrame(1 / len(BREEDS), index=range(len(test_ids)), columns=BREEDS)
    sample.insert(0, "id", test_ids)
    sample.to_csv(raw / "sample_submission.csv", index=False)

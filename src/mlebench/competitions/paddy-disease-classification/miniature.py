"""Miniature of the raw data of Paddy Doctor: Paddy Disease Classification."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

from .grade import CLASSES as LABELS

VARIETIES = [
    "ADT45",
    "IR20",
    "KarnatakaPonni",
    "Onthanel",
    "Ponni",
    "Surya",
    "Zonal",
    "AndraPonni",
    "AtchayaPonni",
    "RR",
]


def leaf(rng, path, shade):
    pixels = np.full((16, 12, 3), [60, 140, 40]) + np.array(shade) + rng.normal(0, 12, (16, 12, 3))
    Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).save(path, "JPEG", quality=80)


def build(raw: Path, rng: np.random.Generator) -> None:
    out = raw
    (out / "test_images").mkdir(parents=True, exist_ok=True)
    shades = rng.integers(-40, 100, (10, 3))

    ids = rng.permutation(np.arange(100001, 100001 + 90))
    rows = []
    for k in range(90):
        c = k % 10 if k < 30 else int(rng.choice(10, p=[0.05, 0.04, 0.03, 0.17, 0.09, 0.14, 0.06, 0.15, 0.17, 0.10]))
        rows.append(
            (
                f"{ids[k]}.jpg",
                LABELS[c],
                VARIETIES[int(rng.choice(10, p=[0.64] + [0.04] * 9))],
                int(rng.integers(45, 83)),
            )
        )
        folder = out / "train_images" / LABELS[c]
        folder.mkdir(parents=True, exist_ok=True)
        leaf(rng, folder / rows[-1][0], shades[c])
    train = pd.DataFrame(rows, columns=["image_id", "label", "variety", "age"])
    train.sort_values(["label", "image_id"]).to_csv(
        out / "train.csv", index=False
    )  # grouped by label, as in the real file

    test = [f"{n}.jpg" for n in range(200001, 200009)]
    for name in test:
        leaf(rng, out / "test_images" / name, shades[rng.integers(10)])
    pd.DataFrame({"image_id": test, "label": ""}).to_csv(out / "sample_submission.csv", index=False)

"""Miniature of the Plant Pathology 2021 raw archive: CSVs and JPEG folders."""

import io
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

N = 140
COMBOS = {
    "scab": 26,
    "healthy": 25,
    "frog_eye_leaf_spot": 17,
    "rust": 10,
    "complex": 9,
    "powdery_mildew": 6,
    "scab frog_eye_leaf_spot": 4,
    "scab frog_eye_leaf_spot complex": 2,
    "frog_eye_leaf_spot complex": 1,
    "rust frog_eye_leaf_spot": 1,
    "rust complex": 1,
    "powdery_mildew complex": 1,
}
SPOT = {
    "scab": (70, 60, 40),
    "frog_eye_leaf_spot": (150, 100, 60),
    "rust": (220, 120, 20),
    "complex": (120, 120, 90),
    "powdery_mildew": (220, 220, 220),
}


def picture(rng, labels):
    """Green leaf, 24x16, with a coloured blot per disease."""
    px = rng.normal((60, 130, 60), 15, (16, 24, 3))
    for name in labels.split():
        if name in SPOT:
            y, x = rng.integers(0, 10), rng.integers(0, 18)
            px[y : y + 6, x : x + 6] = SPOT[name]
    buf = io.BytesIO()
    Image.fromarray(px.clip(0, 255).astype("uint8")).save(buf, "JPEG", quality=50)
    return buf.getvalue()


def build(raw: Path, rng: np.random.Generator) -> None:
    for d in ["train_images", "test_images"]:
        (raw / d).mkdir(parents=True, exist_ok=True)

    names = sorted(f"{rng.bytes(8).hex()}.jpg" for _ in range(N))
    weight = np.array(list(COMBOS.values()), float)
    labels = rng.choice(list(COMBOS), N, p=weight / weight.sum())
    pd.DataFrame({"image": names, "labels": labels}).to_csv(raw / "train.csv", index=False)
    for n, label in zip(names, labels, strict=False):
        (raw / "train_images" / n).write_bytes(picture(rng, label))

    shown = ["85f8cb619c66b863.jpg", "ad8770db05586b59.jpg", "c7b03e718489f3ca.jpg"]
    for n in shown:
        (raw / "test_images" / n).write_bytes(picture(rng, "healthy"))
    pd.DataFrame({"image": shown, "labels": "healthy"}).to_csv(raw / "sample_submission.csv", index=False)

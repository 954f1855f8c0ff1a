"""Miniature raw data for bms-molecular-translation: labels, extra InChIs and images in a three-level tree."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image


def inchi(rng):
    """A string that looks like an InChI (the chemistry is not meant to hold)."""
    c, n, o = int(rng.integers(4, 20)), int(rng.integers(0, 4)), int(rng.integers(0, 5))
    h = int(rng.integers(4, 2 * c + 2))
    formula = f"C{c}H{h}" + (f"N{n}" if n > 1 else "N" * n) + (f"O{o}" if o > 1 else "O" * o)
    order = rng.permutation(c) + 1
    skeleton = "-".join(map(str, order[: c - 2])) + f"({order[-1]}){order[-2]}"
    hydro = ",".join(f"{k}H{rng.choice(['', '2'])}" for k in sorted(rng.choice(c, size=3, replace=False) + 1))
    s = f"InChI=1S/{formula}/c{skeleton}/h{hydro}"
    if rng.random() < 0.3:
        s += f"/t{c // 2}-/m{rng.integers(0, 2)}/s1"
    return s


def image(rng, text):
    """Black strokes on white; the number of strokes follows the length of the string."""
    h, w = int(rng.integers(18, 30)), int(rng.integers(18, 40))
    img = np.full((h, w), 255, dtype=np.uint8)
    for _ in range(len(text) // 8):
        y, x = int(rng.integers(0, h - 4)), int(rng.integers(0, w - 4))
        if rng.random() < 0.5:
            img[y, x : x + 4] = 0
        else:
            img[y : y + 4, x] = 0
    return Image.fromarray(img).convert("1")


def save(root, image_id, img):
    folder = root / image_id[0] / image_id[1] / image_id[2]
    folder.mkdir(parents=True, exist_ok=True)
    img.save(folder / f"{image_id}.png")


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)

    ids = sorted(rng.bytes(6).hex() for _ in range(123))
    labels = [inchi(rng) for _ in ids]
    pd.DataFrame({"image_id": ids, "InChI": labels}).to_csv(raw / "train_labels.csv", index=False)
    for i, s in zip(ids, labels):
        save(raw / "train", i, image(rng, s))
    pd.DataFrame({"InChI": [inchi(rng) for _ in range(80)]}).to_csv(raw / "extra_approved_InChIs.csv", index=False)

    test = sorted(rng.bytes(6).hex() for _ in range(8))  # not used
    for i in test:
        save(raw / "test", i, image(rng, "x" * 40))
    pd.DataFrame({"image_id": test, "InChI": "InChI=1S/H2O/h1H2"}).to_csv(raw / "sample_submission.csv", index=False)

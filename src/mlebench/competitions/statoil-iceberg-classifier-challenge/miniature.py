"""Miniature raw data: statoil-iceberg-classifier-challenge."""

import json
from pathlib import Path

import numpy as np
import py7zr


def band(rng, level, bright, digits):
    """75 x 75 values made of 5 x 5 blocks (compresses well), one bright blob."""
    a = rng.normal(level, 2, (15, 15))
    r, c = rng.integers(3, 9, 2)
    a[r : r + 3, c : c + 3] += bright
    return np.kron(a.round(digits), np.ones((5, 5))).ravel().tolist()


def objects(rng, n, labelled):
    out = []
    for i in range(n):
        y = int(rng.random() < 0.47)
        digits = 12 if i % 10 == 0 else 2
        o = {
            "id": f"{int(rng.integers(2**32)):08x}",
            "band_1": band(rng, -20, 12 + 6 * y, digits),
            "band_2": band(rng, -26, 10 - 3 * y, digits),
            "inc_angle": "na" if labelled and rng.random() < 0.1 else round(float(rng.uniform(30, 46)), 4),
        }
        if labelled:
            o["is_iceberg"] = y
        out.append(o)
    return out


def build(raw: Path, rng: np.random.Generator) -> None:
    raw.mkdir(parents=True, exist_ok=True)
    test = objects(rng, 5, False)
    files = {
        "train.json": json.dumps(objects(rng, 64, True)),
        "test.json": json.dumps(test),
        "sample_submission.csv": "id,is_iceberg\n" + "".join(f"{t['id']},0.5\n" for t in test),
    }
    for name, text in files.items():
        with py7zr.SevenZipFile(raw / f"{name}.7z", "w") as z:
            z.writestr(text, f"data/processed/{name}")

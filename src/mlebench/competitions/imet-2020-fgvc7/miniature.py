"""Miniature raw data for imet-2020-fgvc7: train.csv, labels.csv, train/*.png, test/*.png."""

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

GROUPS = {"country": 8, "culture": 10, "dimension": 4, "medium": 12, "tags": 26}


def artwork(rng, attributes, total):
    """Small picture in which every attribute colours its own cell."""
    img = rng.integers(0, 60, size=(total // 6 + 1, 6, 3), dtype=np.uint8)
    for k in attributes:
        img[k // 6, k % 6] = 200 + rng.integers(0, 55)
    return Image.fromarray(img)


def build(raw: Path, rng: np.random.Generator) -> None:
    for d in ("train", "test"):
        (raw / d).mkdir(parents=True, exist_ok=True)

    names = [f"{g}::{g}-{i}, type {i}" if i % 5 == 0 else f"{g}::{g}-{i}" for g, k in GROUPS.items() for i in range(k)]
    total = len(names)
    pd.DataFrame({"attribute_id": range(total), "attribute_name": names}).to_csv(raw / "labels.csv", index=False)

    p = rng.dirichlet(np.full(total, 0.6))  # a few common attributes, many rare ones
    ids = sorted(rng.bytes(16).hex() for _ in range(187))
    rows = []
    for i in ids:
        k = int(rng.integers(1, 7))
        att = sorted(rng.choice(total, size=min(k, int((p > 0).sum())), replace=False, p=p).tolist())
        rng.shuffle(att)  # order inside a cell carries no meaning
        rows.append(" ".join(map(str, att)))
        artwork(rng, att, total).save(raw / "train" / f"{i}.png")
    pd.DataFrame({"id": ids, "attribute_ids": rows}).to_csv(raw / "train.csv", index=False)

    test = sorted(rng.bytes(16).hex() for _ in range(5))
    for i in test:
        artwork(rng, [], total).save(raw / "test" / f"{i}.png")
    pd.DataFrame({"id": test, "attribute_ids": "0 1 2"}).to_csv(raw / "sample_submission.csv", index=False)

"""Miniature of the raw data of Histopathologic Cancer Detection."""

from pathlib import Path

import numpy as np
from PIL import Image


def patch(rng, label):
    """96 x 96 RGB mosaic; tumour patches have a darker centre. Flat tiles keep the file small."""
    tiles = rng.normal([215, 160, 200], 12, (12, 12, 3))
    if label:
        tiles[4:8, 4:8] -= rng.uniform(-4, 8)
    return Image.fromarray(np.kron(tiles.clip(0, 255).astype(np.uint8), np.ones((8, 8, 1), np.uint8)))


def build(raw: Path, rng: np.random.Generator) -> None:
    lines = {"train": ["id,label"], "test": ["id,label"]}
    for split, n in [("train", 150), ("test", 40)]:
        (raw / split).mkdir(parents=True, exist_ok=True)
        for _ in range(n):
            name, label = rng.bytes(20).hex(), int(rng.random() < 0.4)
            patch(rng, label).save(raw / split / f"{name}.tif", compression="tiff_adobe_deflate")
            lines[split].append(f"{name},{label if split == 'train' else 0}")
    (raw / "train_labels.csv").write_text("\n".join(lines["train"]) + "\n")
    (raw / "sample_submission.csv").write_text("\n".join(lines["test"]) + "\n")

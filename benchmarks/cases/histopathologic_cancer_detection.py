"""Histopathologic cancer detection: a folder of 220,025 small pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.case import Case
from benchmarks.synthetic import hex_ids, write_files, write_table

TRAIN, TEST = 220_025, 57_458


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    for folder, count in (("train", int(TRAIN * scale)), ("test", int(TEST * scale))):
        ids = hex_ids(rng, count, 40)
        (raw / folder).mkdir()
        write_files(raw / folder / f"{name}.tif" for name in ids)
        if folder == "train":
            write_table(raw / "train_labels.csv", {"id": ids, "label": rng.integers(0, 2, count)})


CASE = Case(
    "histopathologic-cancer-detection",
    size="220,025 pictures",
    build=build,
    scale=0.5,
    tables=("train_labels.csv",),
)

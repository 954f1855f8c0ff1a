"""Tabular Playground, December 2021: 4 million rows of 56 whole numbers; 400,000 are graded."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.case import Case
from benchmarks.synthetic import write_table

ROWS = 4_000_000
RANGES = {
    "Elevation": (1773, 4383),
    "Aspect": (-33, 407),
    "Slope": (-3, 64),
    "Horizontal_Distance_To_Hydrology": (-92, 1602),
    "Vertical_Distance_To_Hydrology": (-317, 647),
    "Horizontal_Distance_To_Roadways": (-287, 7666),
    "Hillshade_9am": (-4, 301),
    "Hillshade_Noon": (49, 279),
    "Hillshade_3pm": (-53, 272),
    "Horizontal_Distance_To_Fire_Points": (-277, 8075),
}


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    rows = int(ROWS * scale)
    columns = {"Id": np.arange(rows)}
    columns |= {name: rng.integers(low, high, rows) for name, (low, high) in RANGES.items()}
    flags = [f"Wilderness_Area{i}" for i in range(1, 5)] + [f"Soil_Type{i}" for i in range(1, 41)]
    columns |= {name: (rng.integers(0, 32, rows) == 0).astype(np.int64) for name in flags}
    columns["Cover_Type"] = rng.choice([1, 2, 2, 2, 3, 6, 7], rows)
    write_table(raw / "train.csv", columns)


CASE = Case(
    "tabular-playground-series-dec-2021",
    size="4 million rows of 56 columns",
    build=build,
    scale=0.25,
    tables=("train.csv",),
)

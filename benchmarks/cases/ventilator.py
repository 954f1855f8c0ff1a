"""Ventilator pressure: 6 million rows in 75,450 breaths; 600,000 are graded."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.case import Case
from benchmarks.synthetic import write_table

BREATHS, STEPS = 75_450, 80


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    breaths = int(BREATHS * scale)
    rows = breaths * STEPS
    write_table(
        raw / "train.csv",
        {
            "id": np.arange(1, rows + 1),
            "breath_id": np.repeat(np.arange(1, breaths + 1) * 5 // 3, STEPS),
            "R": np.repeat(rng.choice([5, 20, 50], breaths), STEPS),
            "C": np.repeat(rng.choice([10, 20, 50], breaths), STEPS),
            "time_step": rng.random(rows) * 2.9,
            "u_in": rng.random(rows) * 100,
            "u_out": np.tile((np.arange(STEPS) >= 30).astype(int), breaths),
            "pressure": np.round(rng.random(rows) * 900) * 0.0703021454512 - 1.895744294564641,
        },
    )


CASE = Case(
    "ventilator-pressure-prediction",
    size="6 million rows",
    build=build,
    tables=("train.csv",),
    prepare_note="memory: the rows in shuffled order are a copy that is made while the table is there",
)

"""IceCube: 13 million events graded by the angle between two directions. Raw tables are parquet: grading only."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.case import Case
from benchmarks.synthetic import write_table
from mlebench.data import read_csv

BATCHES, EVENTS = 660, 200_000


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    batches = int(BATCHES * scale)
    rows = batches * EVENTS
    first = rng.integers(0, 10**7, rows)
    meta = {
        "batch_id": np.repeat(np.arange(1, batches + 1), EVENTS),
        "event_id": np.arange(rows) * 11 + 24,
        "first_pulse_index": first,
        "last_pulse_index": first + 100,
        "azimuth": (rng.random(rows) * 2 * np.pi).astype(np.float32),
        "zenith": np.arccos(rng.uniform(-1, 1, rows)).astype(np.float32),
    }
    pd.DataFrame(meta).to_parquet(raw / "train_meta.parquet", index=False)
    (raw / "sensor_geometry.csv").write_text("sensor_id,x,y,z\n0,0,0,0\n")
    (raw / "train").mkdir()


def predict(prepared: Path, target: Path) -> None:
    answers = read_csv(prepared / "private" / "test.csv", usecols=["event_id"])
    rng = np.random.default_rng(1)
    angles = {"azimuth": rng.random(len(answers)) * 6, "zenith": rng.random(len(answers)) * 3}
    write_table(target, {"event_id": answers["event_id"].to_numpy(), **angles})


CASE = Case(
    "icecube-neutrinos-in-deep-ice",
    size="13 million graded events",
    build=build,
    scale=0.2,
    submission=predict,
    parts=("grade",),
    grade_note="the rest computes angles; memory: the angles of both tables are matrices beside them",
)

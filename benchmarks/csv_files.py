"""Writing CSV files against pandas itself, whose bytes these must be."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from benchmarks.measure import fastest
from benchmarks.synthetic import pick, write_table
from benchmarks.table import Row
from mlebench.data import read_csv, write_csv

ROWS = 1_000_000


def rows() -> list[Row]:
    rng = np.random.default_rng(0)
    columns = {
        "id": np.arange(ROWS),
        "text": pick(rng, [f"some words, {number} of them" for number in range(1000)], ROWS),
        "number": rng.normal(size=ROWS),
        "class": rng.integers(0, 10, ROWS),
    }
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as folder:
        path = Path(folder) / "table.csv"
        write_table(path, columns, quoted=True)
        frame = read_csv(path)
        written = path.with_name("written.csv")
        writing = fastest(lambda: write_csv(frame, written)) / fastest(lambda: frame.to_csv(written, index=False), 2)
    return [Row(f"write {ROWS:,} rows of numbers and texts", "DataFrame.to_csv", writing, goal=1.0)]

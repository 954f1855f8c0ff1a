"""One table for each id (a recording, a sensor's log): its statistics become a row of features."""

from __future__ import annotations

import time

import numpy as np
import pandas as pd

from solver.arrays import Floats
from solver.features import Blocks
from solver.files import Entry, Files
from solver.sandbox import Sandbox
from solver.tables import read_table

MOST_COLUMNS = 30
QUANTILES = [0.01, 0.25, 0.5, 0.75, 0.99]


def series_blocks(
    sandbox: Sandbox, files: Files, train_ids: pd.Series[str], test_ids: pd.Series[str], blocks: Blocks
) -> None:
    """Add statistics of the tables that are named after ids, as far as time allows."""
    by_stem = {entry.stem: entry for entry in files.tables if entry.suffix in (".csv", ".tsv", ".parquet")}
    sides = [[by_stem.get(str(name)) for name in ids] for ids in (train_ids, test_ids)]
    if any(sum(entry is not None for entry in side) < 0.9 * len(side) for side in sides):
        return
    began = time.process_time()
    first = _statistics(sides[0][0], None)
    cost = time.process_time() - began
    if first is None or cost * (len(sides[0]) + len(sides[1])) > 0.6 * sandbox.left():
        sandbox.log("too many series for the time that is left")
        return
    sandbox.log(f"statistics of {len(sides[0])} training and {len(sides[1])} test series")
    rows = [[_statistics(entry, len(first)) for entry in side] for side in sides]
    blank = np.full(len(first), np.nan)
    left, right = (np.stack([blank if row is None else row for row in side]) for side in rows)
    blocks.add(left, right)


def _statistics(entry: Entry | None, length: int | None) -> Floats | None:
    table = read_table(entry) if entry is not None else None
    if table is None:
        return None
    values = table.select_dtypes("number").iloc[:, :MOST_COLUMNS].to_numpy(dtype=float)
    if not values.size:
        return None
    missing, values = np.isnan(values).mean(axis=0), np.nan_to_num(values)
    steps = np.diff(values, axis=0) if len(values) > 1 else np.zeros_like(values)
    parts = [values.mean(axis=0), values.std(axis=0), np.abs(values).max(axis=0), steps.std(axis=0), missing]
    found = np.concatenate([*parts, *np.quantile(values, QUANTILES, axis=0)])
    return found if length is None or len(found) == length else None

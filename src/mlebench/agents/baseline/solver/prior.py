"""Constants: what is usual in the training data, for tasks whose rows tell us nothing."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.files import Files
from solver.metric import guess_metric
from solver.sample import Sample
from solver.sandbox import Sandbox
from solver.tables import read_tables


def solve(sandbox: Sandbox, files: Files, sample: Sample) -> pd.DataFrame | None:
    """Fill numeric targets with the training mean (median for absolute errors) where the column is known."""
    metric = guess_metric(sandbox.evaluation())
    for table in sorted(read_tables(files), key=lambda t: "train" not in t.name.lower()):
        known = [t for t in sample.targets if t in table.frame.columns]
        if len(known) != len(sample.targets) or "test" in table.name.lower():
            continue
        if not all(table.frame[t].dtype.kind in "iuf" and sample.table[t].dtype.kind == "f" for t in known):
            return None
        middle = np.nanmedian if metric == "mae" else np.nanmean
        return sample.filled({t: float(middle(table.frame[t])) for t in known})
    return None

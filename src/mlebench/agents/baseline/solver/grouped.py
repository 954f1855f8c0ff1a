"""Tables with many rows for each id (a log, a stream, a batch): each id becomes one row of statistics."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.drift import Reference, against_reference
from solver.features import Blocks
from solver.tables import Table

MOST_COLUMNS = 60
QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95]
FEW_IDS = 1000


def grouped_blocks(
    train_ids: pd.Series[str], test_ids: pd.Series[str], key: str, others: list[Table], blocks: Blocks, seed: int
) -> bool:
    """Add statistics of the rows that belong to each id; says whether there were any.

    Where another table has the same columns without ids, it is the reference that groups are compared with.
    """
    with_key = [t.frame for t in others if key in t.frame.columns and not t.frame[key].is_unique]
    left, right = _covering(with_key, train_ids, key), _covering(with_key, test_ids, key)
    if left is None or right is None:
        return False
    columns = [c for c in left.columns if c != key and c in right.columns][:MOST_COLUMNS]
    reference = next(
        (t.frame for t in others if key not in t.frame.columns and set(columns) <= set(t.frame.columns)), None
    )
    sides = ((left, train_ids), (right, test_ids))
    if reference is not None:
        base = Reference(reference, columns, seed)
        measured = [against_reference(rows, rows[key].astype(str), ids, base) for rows, ids in sides]
        blocks.add(measured[0], measured[1])
    # Few ids cannot teach what each of very many statistics means.
    if reference is None or len(train_ids) > FEW_IDS:
        described = [_describe(rows, ids, key, columns) for rows, ids in sides]
        common = [c for c in described[0].columns if c in described[1].columns]
        blocks.add(described[0][common].to_numpy(dtype=float), described[1][common].to_numpy(dtype=float))
    return True


def _covering(frames: list[pd.DataFrame], ids: pd.Series[str], key: str) -> pd.DataFrame | None:
    for frame in frames:
        if ids.isin(frame[key].astype(str)).mean() > 0.9:
            return frame
    return None


def _describe(rows: pd.DataFrame, ids: pd.Series[str], key: str, columns: list[str]) -> pd.DataFrame:
    keys = rows[key].astype(str)
    numeric = [c for c in columns if rows[c].dtype.kind in "iufb"]
    parts = [pd.DataFrame({"rows": keys.groupby(keys).size()})]
    if numeric:
        groups = rows[numeric].astype(float).groupby(keys.to_numpy())
        for name in ("mean", "std", "min", "max", "skew", "first", "last"):
            parts.append(getattr(groups, name)().add_prefix(f"{name} "))
        parts.append(rows[numeric].isna().groupby(keys.to_numpy()).mean().add_prefix("missing "))
        quantiles = pd.DataFrame(groups.quantile(np.array(QUANTILES)).unstack())
        parts.append(quantiles.set_axis([f"{c} {q}" for c in numeric for q in QUANTILES], axis=1))
    for column in (c for c in columns if c not in numeric):
        levels = rows[column].astype(str)
        common = levels.value_counts().index[:20]
        shares = pd.crosstab(keys, levels.where(levels.isin(common), "other"), normalize="index")
        parts.append(shares.reindex(columns=[*common, "other"], fill_value=0.0).add_prefix(f"{column} is "))
    return pd.concat(parts, axis=1).reindex(ids.to_numpy())

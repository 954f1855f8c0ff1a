"""Tables with many rows for each id (a log, a stream, a batch): each id becomes one row of statistics.

Where there is a table of the same columns without ids, it is taken as the reference that groups are
compared with: a shifted mean, a changed spread, another distribution.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.features import Blocks
from solver.tables import Table

MOST_COLUMNS = 60
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def grouped_blocks(train_ids: pd.Series, test_ids: pd.Series, key: str, others: list[Table], blocks: Blocks) -> bool:
    """Add statistics of the rows that belong to each id; says whether there were any."""
    with_key = [t.frame for t in others if key in t.frame.columns and not t.frame[key].is_unique]
    left = _covering(with_key, train_ids, key)
    right = _covering(with_key, test_ids, key)
    if left is None or right is None:
        return False
    columns = [c for c in left.columns if c != key and c in right.columns][:MOST_COLUMNS]
    reference = next(
        (t.frame for t in others if key not in t.frame.columns and set(columns) <= set(t.frame.columns)), None
    )
    described = [
        _describe(rows, ids, key, columns, reference) for rows, ids in ((left, train_ids), (right, test_ids))
    ]
    common = [c for c in described[0].columns if c in described[1].columns]
    blocks.add(described[0][common].to_numpy(dtype=float), described[1][common].to_numpy(dtype=float))
    return True


def _covering(frames: list[pd.DataFrame], ids: pd.Series, key: str) -> pd.DataFrame | None:
    for frame in frames:
        if ids.isin(frame[key].astype(str)).mean() > 0.9:
            return frame
    return None


def _describe(
    rows: pd.DataFrame, ids: pd.Series, key: str, columns: list[str], reference: pd.DataFrame | None
) -> pd.DataFrame:
    keys = rows[key].astype(str)
    numeric = [c for c in columns if rows[c].dtype.kind in "iufb"]
    parts = [pd.DataFrame({"rows": keys.groupby(keys).size()})]
    if numeric:
        groups = rows[numeric].astype(float).groupby(keys.to_numpy())
        for name in ("mean", "std", "min", "max", "skew"):
            parts.append(getattr(groups, name)().add_prefix(f"{name} "))
        parts.append(rows[numeric].isna().groupby(keys.to_numpy()).mean().add_prefix("missing "))
        table = groups.quantile(list(QUANTILES)).unstack()
        table.columns = [f"{c} {q}" for c, q in table.columns]
        parts.append(table)
    for column in (c for c in columns if c not in numeric):
        levels = rows[column].astype(str)
        source = levels if reference is None else reference[column].astype(str)
        common = source.value_counts().index[:20]
        shares = pd.crosstab(keys, levels.where(levels.isin(common), "other"), normalize="index")
        parts.append(shares.reindex(columns=[*common, "other"], fill_value=0.0).add_prefix(f"{column} is "))
    if reference is not None:
        parts.append(_distances(rows, keys, numeric, columns, reference))
    return pd.concat(parts, axis=1).reindex(ids.to_numpy())


def _distances(
    rows: pd.DataFrame, keys: pd.Series, numeric: list[str], columns: list[str], reference: pd.DataFrame
) -> pd.DataFrame:
    """How far each group is from the reference, column by column, and in how columns go together."""
    sorted_reference = {c: np.sort(reference[c].dropna().to_numpy(dtype=float)) for c in numeric}
    correlation = reference[numeric].corr().to_numpy() if len(numeric) > 1 else None
    shares = {c: reference[c].astype(str).value_counts(normalize=True) for c in columns if c not in numeric}
    found = {}
    for name, group in rows.groupby(keys.to_numpy()):
        values: dict[str, float] = {}
        for column in numeric:
            own = group[column].dropna().to_numpy(dtype=float)
            base = sorted_reference[column]
            if not len(own) or not len(base):
                continue
            spread = base.std() or 1.0
            values[f"shift {column}"] = abs(own.mean() - base.mean()) / spread * len(own) ** 0.5
            values[f"spread {column}"] = abs(np.log((own.std() + 1e-9) / (spread + 1e-9)))
            places = np.searchsorted(base, np.sort(own), "right") / len(base)
            values[f"ks {column}"] = np.abs(places - np.arange(1, len(own) + 1) / len(own)).max() * len(own) ** 0.5
            half = len(own) // 2
            if half > 1:  # a drift that sets in within the group
                values[f"turn {column}"] = abs(own[half:].mean() - own[:half].mean()) / spread
        for column, expected in shares.items():
            own = group[column].astype(str).value_counts(normalize=True)
            both = expected.index.union(own.index)
            values[f"levels {column}"] = float(
                (own.reindex(both, fill_value=0.0) - expected.reindex(both, fill_value=0.0)).abs().sum()
            )
        if correlation is not None and len(group) > 3:
            change = np.abs(np.nan_to_num(group[numeric].corr().to_numpy() - correlation))
            values["correlation mean"], values["correlation max"] = change.mean(), change.max()
        for kind in ("shift", "spread", "ks", "turn", "levels"):
            own_values = [v for k, v in values.items() if k.startswith(f"{kind} ")]
            if own_values:
                values[f"largest {kind}"], values[f"mean {kind}"] = max(own_values), float(np.mean(own_values))
        found[name] = values
    return pd.DataFrame.from_dict(found, orient="index")

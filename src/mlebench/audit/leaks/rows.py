"""Rows of public tables beside the answers of the same ids."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import pandas as pd

from mlebench.audit.leaks.tables import Table
from mlebench.audit.leaks.truth import Truth, normal


class Linked(NamedTuple):
    """Rows of a table for which the answer is known, both in the same order."""

    table: Table
    key: str  # the column with the ids
    rows: pd.DataFrame
    targets: pd.DataFrame


def link(table: Table, truth: Truth) -> Linked | None:
    """By the column that holds most of the ids; at least half of those that can be there."""
    if table.name not in truth.links:
        truth.links[table.name] = _link(table, truth)
    return cast("Linked | None", truth.links[table.name])


def _link(table: Table, truth: Truth) -> Linked | None:
    ids = truth.ids[~truth.ids.duplicated(keep=False)]
    if table.frame.empty or ids.empty:
        return None
    first = [truth.key] if truth.key in table.frame.columns else []
    wanted = set(ids)
    key, hits = "", ids.iloc[:0]
    glance = table.frame.iloc[:: len(table.frame) // 200 + 1]
    for column in [*first, *(name for name in table.frame.columns if name not in first)]:
        if not normal(glance[column]).isin(wanted).any():
            continue
        values = normal(table.frame[column])
        found = values[values.isin(wanted)].drop_duplicates()
        if len(found) > len(hits):
            key, hits = column, found
            if column in first:
                break
    most = min(len(ids), len(table.frame)) * (0.2 if truth.total > len(truth.ids) or not table.whole else 1)
    if len(hits) < max(2, most / 2):
        return None
    place = pd.Series(ids.index, index=ids.to_numpy()).loc[hits.to_numpy()].to_numpy()
    rows = table.frame.loc[hits.index].reset_index(drop=True)
    return Linked(table, key, rows, truth.targets.loc[place].reset_index(drop=True))


def labelled(tables: list[Table], target: str) -> list[Table]:
    """Training tables with the target under its own name."""
    return [table for table in tables if table.side == "train" and target in table.frame.columns]


def looks_counted(ids: pd.Series[Any]) -> bool:
    """Whether ids are small numbers, which the training set may count from 1 too."""
    numbers = pd.to_numeric(ids, errors="coerce")
    return bool(numbers.notna().all() and numbers.abs().max() < 20 * len(ids) + 1_000)

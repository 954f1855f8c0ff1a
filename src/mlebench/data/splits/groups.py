"""Splits of whole groups whose rows end up in the order of the shuffled groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data.splits.seeded import split_rows


def split_sorted_groups(
    frame: pd.DataFrame, by: str, test_size: float, *, seed: int = 0
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Split into (train, test) by groups: the values of `by` in ascending order are shuffled and cut.

    Each part has its groups in shuffled order, and the rows of a group in file order.
    """
    codes, groups = pd.factorize(frame[by], sort=True)
    train, test = split_rows(list(range(len(groups))), test_size, seed=seed)
    return frame.iloc[_rows_of(train, codes)], frame.iloc[_rows_of(test, codes)]


def linked(*keys: Sequence[Any] | pd.Series[Any]) -> npt.NDArray[np.int32]:
    """A number for each row, which rows share that are linked by equal values of any key, directly or by others.

    >>> linked(["a", "b", "b", "c"], [1, 1, 2, 3]).tolist()
    [0, 0, 0, 1]
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = len(keys[0])
    codes = [pd.factorize(pd.Series(key), use_na_sentinel=False)[0] for key in keys]
    starts = n + np.cumsum([0, *(code.max(initial=-1) + 1 for code in codes)])
    values = np.concatenate([code + start for code, start in zip(codes, starts, strict=False)])
    rows = np.tile(np.arange(n), len(keys))
    graph = coo_array((np.ones(len(rows)), (rows, values)), shape=(starts[-1], starts[-1]))
    groups: npt.NDArray[np.int32] = connected_components(graph, directed=False)[1][:n]
    return groups


def _rows_of(groups: list[int], codes: npt.NDArray[np.intp]) -> npt.NDArray[Any]:
    place = np.full(codes.max(initial=-1) + 1, -1)
    place[groups] = np.arange(len(groups))
    rows = np.flatnonzero(place[codes] >= 0)
    return rows[np.argsort(place[codes[rows]], kind="stable")]

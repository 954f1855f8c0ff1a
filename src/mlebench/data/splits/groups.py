"""Splits of whole groups whose rows end up in the order of the shuffled groups."""

from __future__ import annotations

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


def _rows_of(groups: list[int], codes: npt.NDArray[np.intp]) -> npt.NDArray[Any]:
    place = np.full(codes.max(initial=-1) + 1, -1)
    place[groups] = np.arange(len(groups))
    rows = np.flatnonzero(place[codes] >= 0)
    return rows[np.argsort(place[codes[rows]], kind="stable")]

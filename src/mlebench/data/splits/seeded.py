"""Seeded splits, as scikit-learn makes them: v1's membership and order depend on its exact shuffles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.errors import DataError

Rows = TypeVar("Rows", pd.DataFrame, "pd.Series[Any]", list[Any])


def split_rows(
    rows: Rows, test_size: float, *, seed: int = 0, stratify: Sequence[Any] | pd.Series[Any] | None = None
) -> tuple[Rows, Rows]:
    """Shuffle and cut into (train, test); both keep the shuffled order. `test_size` below 1 is a share, rounded up.

    >>> train, test = split_rows(list("abcdefghij"), test_size=0.25)
    >>> len(train), len(test)
    (7, 3)
    """
    if stratify is not None:
        from sklearn.model_selection import train_test_split

        train, test = train_test_split(rows, test_size=test_size, random_state=seed, stratify=stratify)
        return train, test
    train, test = (_chosen(rows, side) for side in split_positions(len(rows), test_size, seed=seed))
    return train, test


def split_positions(
    count: int, test_size: float, *, seed: int = 0
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The row numbers that `split_rows` puts into (train, test), in its order.

    scikit-learn's own ShuffleSplit gives the same, and takes twice as long to import as pandas.

    >>> split_positions(5, test_size=2)
    (array([1, 3, 4]), array([2, 0]))
    """
    tests = math.ceil(test_size * count) if test_size < 1 else int(test_size)
    if not 0 < tests < count:
        raise DataError(f"{count} rows cannot be split into two parts, the second of them with {tests}.")
    shuffled = np.random.RandomState(seed).permutation(count)
    return shuffled[tests:], shuffled[:tests]


def _chosen(rows: Rows, positions: npt.NDArray[np.intp]) -> Rows:
    return [rows[place] for place in positions.tolist()] if isinstance(rows, list) else rows.take(positions)


def split_groups(
    frame: pd.DataFrame, by: str | Sequence[Any] | npt.NDArray[Any] | pd.Series[Any], test_size: float, *, seed: int = 0
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Split whole groups: distinct values of `by`, a column or a value for each row, are shuffled and cut.

    They are taken in the order in which they first appear.

    Rows stay in file order; the shuffle decides membership only.

    >>> rows = pd.DataFrame({"patient": [7, 7, 8, 9, 9]})
    >>> train, test = split_groups(rows, by="patient", test_size=0.3)
    >>> set(train["patient"]) & set(test["patient"])
    set()
    """
    codes, groups = pd.factorize(frame[by] if isinstance(by, str) else pd.Series(by), use_na_sentinel=False)
    goes_to_test = np.zeros(len(groups), dtype=bool)
    goes_to_test[split_positions(len(groups), test_size, seed=seed)[1]] = True
    return frame[~goes_to_test[codes]], frame[goes_to_test[codes]]

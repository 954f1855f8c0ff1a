"""Pairing rows by sorting both sides, as v1 of some competitions does without comparing the ids."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading.checks import _ROWS, _RowOrder


def sorted_as_v1(frame: pd.DataFrame, on: str) -> pd.DataFrame:
    """The rows sorted by the column `on`, blanks last.

    The sort is NumPy's quicksort, which is not stable: among equal values v1's order depends on it.
    """
    order = _order(frame[on])
    result = frame.iloc[order].reset_index(drop=True)
    result.attrs[_ROWS] = _RowOrder(order)
    return result


def _order(ids: pd.Series[Any]) -> npt.NDArray[np.intp]:
    blank = ids.isna().to_numpy()
    rows, values = np.flatnonzero(~blank), ids[~blank]
    keys = values.to_numpy() if ids.dtype.kind in "iufb" else values.astype("str").to_numpy(dtype=object)
    return np.concatenate([rows[keys.argsort(kind="quicksort")], np.flatnonzero(blank)])

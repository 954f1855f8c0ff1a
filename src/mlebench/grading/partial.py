"""Columns of which only some rows are scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading.checks import Floats, numbers


def numbers_at(submission: pd.DataFrame, columns: str | Sequence[str], rows: npt.NDArray[Any]) -> Floats:
    """The columns as float64 at these row positions, in their order; whatever stands in other rows is fine.

    Text, blanks and infinities are refused, and the message counts the rows of the whole submission.
    """
    names = [columns] if isinstance(columns, str) else list(columns)
    chosen = np.zeros(len(submission), dtype=bool)
    chosen[rows] = True
    checked = pd.DataFrame({name: _zero_elsewhere(submission[name], chosen) for name in names})
    checked.attrs = submission.attrs  # which rows of the file these are, for messages
    values: Floats = numbers(checked, columns)[rows]
    return values


def _zero_elsewhere(column: pd.Series[Any], chosen: npt.NDArray[np.bool_]) -> pd.Series[Any]:
    if column.dtype.kind not in "iuf":
        column = column.astype(object)
    return column.where(chosen, 0).reset_index(drop=True)

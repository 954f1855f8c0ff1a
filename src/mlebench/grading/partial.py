"""Columns of which only some rows are scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading.checks import Floats, numbers, refuse, row_of_file, warn


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


def numbers_if_scored(submission: pd.DataFrame, columns: Sequence[str]) -> Floats:
    """The columns as float64, where only the answers say which rows are scored.

    Text, blanks and infinities become NaN, with a warning that names the first; `scored_numbers` refuses them.
    """
    values = np.column_stack([_finite_or_nan(submission[name]) for name in columns])
    wrong = np.isnan(values)
    if wrong.any():
        row = int(wrong.any(axis=1).argmax())
        warn(
            f"{int(wrong.sum())} values are blank, text or infinite, the first in row {row_of_file(submission, row)}, "
            f"column '{columns[int(wrong[row].argmax())]}': refused if such a row is scored."
        )
    return values


def scored_numbers(values: Floats) -> Floats:
    """Values of `numbers_if_scored` in the rows that are scored."""
    if np.isnan(values).any():
        refuse("A row that is scored has a blank, a text or an infinite value; every row needs numbers.")
    return values


def _finite_or_nan(column: pd.Series[Any]) -> Floats:
    if column.dtype.kind not in "iufb":
        column = pd.to_numeric(column, errors="coerce")
    values: Floats = column.to_numpy(dtype=np.float64, na_value=np.nan)
    return np.where(np.isfinite(values), values, np.nan)

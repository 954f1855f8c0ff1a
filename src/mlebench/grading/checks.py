"""Checks that graders share. Each raises InvalidSubmission with a sentence that tells what to change.

The messages are built from the submission and public facts (column names, ids, row counts) only.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data.expected import Expected
from mlebench.errors import InvalidSubmission, SubmissionWarning
from mlebench.grading.positions import positions

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Rows = Expected | pd.DataFrame  # a grade.py without `check` compares with the answers themselves
_SHOWN = 5
_SHOWN_LENGTH = 80
_ROWS = "rows"


class _RowOrder:
    """Which row of the file each row of an aligned table was. pandas copies attributes at every step: not this one."""

    def __init__(self, rows: npt.NDArray[np.intp]) -> None:
        self.rows = rows

    def __deepcopy__(self, memo: object) -> _RowOrder:
        return self


def row_of_file(submission: pd.DataFrame, position: int) -> int:
    """The row (from 1) of the contestant's file that stands at this position after `align`."""
    order = submission.attrs.get(_ROWS)
    return int(order.rows[position] if order is not None else position) + 1


def table_of(expected: Rows) -> pd.DataFrame:
    """The wanted rows."""
    return expected.rows if isinstance(expected, Expected) else expected


def refuse(message: str) -> NoReturn:
    """Refuse the submission."""
    raise InvalidSubmission(message)


def warn(message: str) -> None:
    """Name a fault of the submission that v1 scores all the same; the report carries it."""
    warnings.warn(message, SubmissionWarning, stacklevel=2)


def listed(values: Sequence[Any] | pd.Index[Any] | npt.NDArray[Any]) -> str:
    """The first few values, for a message."""
    shown = ", ".join((repr(v) if isinstance(v, str) else str(v))[:_SHOWN_LENGTH] for v in list(values[:_SHOWN]))
    return f"{shown} and {len(values) - _SHOWN} more" if len(values) > _SHOWN else shown


def require_columns(submission: pd.DataFrame, columns: Sequence[str], *, exact: bool = False) -> None:
    """The columns must be there; with `exact` no others (their order is free).

    >>> require_columns(pd.DataFrame({"Id": [1]}), ["id"])
    Traceback (most recent call last):
        ...
    mlebench.errors.InvalidSubmission: Missing column 'id'; found 'Id'.
    """
    missing = [name for name in columns if name not in submission.columns]
    if missing:
        refuse(f"Missing column {listed(missing)}; found {listed(list(submission.columns)) or 'none'}.")
    extra = [name for name in submission.columns if name not in columns]
    if exact and extra:
        refuse(f"Unexpected column {listed(extra)}; allowed are {listed(list(columns))}.")


def require_rows(submission: pd.DataFrame, expected: Rows) -> None:
    """As many rows as expected; where the ids are known, the refusal names those that are too few or too many.

    >>> expected = Expected(pd.DataFrame({"id": [1, 2, 3]}), ["id", "y"])
    >>> require_rows(pd.DataFrame({"id": [1, 3], "y": 0}), expected)
    Traceback (most recent call last):
        ...
    mlebench.errors.InvalidSubmission: Expected 3 rows, found 2; missing 'id': 2.
    """
    if len(submission) != len(expected):
        refuse(f"Expected {len(expected)} rows, found {len(submission)}{_differing_ids(submission, expected)}.")


def _differing_ids(submission: pd.DataFrame, expected: Rows) -> str:
    """Only where `expected` is public: the first column of a table of answers may be an answer."""
    if not isinstance(expected, Expected) or expected.ids.name not in submission.columns:
        return ""
    on, wanted, given = expected.ids.name, expected.ids, submission[expected.ids.name]
    wanted_ids, given_ids = _comparable(wanted, given)
    if not wanted_ids.is_unique:
        return ""
    position = positions(given_ids, among=wanted_ids)
    counts = np.bincount(position[position >= 0], minlength=len(wanted))
    differing = {"missing": wanted[counts == 0], "unknown": given[position < 0], "repeated": wanted[counts > 1]}
    return "".join(f"; {word} '{on}': {listed(ids.to_numpy())}" for word, ids in differing.items() if len(ids))


def align(submission: pd.DataFrame, expected: Rows, on: str, *, extra_rows: bool = False) -> pd.DataFrame:
    """The submission's rows in the order of the expected ones, paired by the id column `on`.

    Every expected id must stand in the submission exactly once. Unknown ids are refused, or
    dropped with `extra_rows`. Ids compare as v1 reads them: where all ids of a file are numbers, `1`
    and `01` are the same id; where any is not, they are texts and differ.

    >>> align(pd.DataFrame({"id": [2, 1], "y": [0.2, 0.1]}), pd.DataFrame({"id": [1, 2]}), on="id")["y"].tolist()
    [0.1, 0.2]
    """
    require_columns(submission, [on])
    wanted, given = table_of(expected)[on], submission[on]
    if len(given) == len(wanted) and given.dtype == wanted.dtype and _same(given, wanted):
        return submission
    wanted_ids, given_ids = _comparable(wanted, given)
    if given_ids.hasnans and not wanted_ids.hasnans:
        refuse(f"{int(given.isna().sum())} rows have no '{on}'.")
    position = positions(given_ids, among=wanted_ids)
    unknown = position < 0
    if unknown.any() and not extra_rows:
        refuse(f"Unknown '{on}': {listed(given[unknown].to_list())}.")
    rows = np.flatnonzero(~unknown)
    position = position[rows]
    counts = np.bincount(position, minlength=len(wanted))
    if (counts > 1).any():
        refuse(f"'{on}' must be unique; repeated: {listed(wanted[counts > 1].to_list())}.")
    if (counts == 0).any():
        refuse(f"Missing '{on}': {listed(wanted[counts == 0].to_list())}.")
    order = np.empty(len(wanted), dtype=np.intp)
    order[position] = rows
    aligned = submission.iloc[order].reset_index(drop=True)
    aligned.attrs[_ROWS] = _RowOrder(order)
    return aligned


def by_position(submission: pd.DataFrame, expected: Rows, on: str) -> pd.DataFrame:
    """The submission as it is: v1 of some competitions pairs rows by position and never looks at ids.

    Ids that are absent or differ from the expected ones are kept and warned of.
    """
    require_rows(submission, expected)
    if on not in submission.columns:
        warn(f"There is no column '{on}'; rows were paired by position.")
    elif not _same(*(pd.Series(ids) for ids in _comparable(table_of(expected)[on], submission[on]))):
        warn(f"Rows are not in the order of the test set's '{on}', yet were paired by position: the score is wrong.")
    return submission


def _same(left: pd.Series[Any], right: pd.Series[Any]) -> bool:
    return left.reset_index(drop=True).equals(right.reset_index(drop=True))


def _comparable(wanted: pd.Series[Any], given: pd.Series[Any]) -> tuple[pd.Index[Any], pd.Index[Any]]:
    """Both id columns as one type: numbers where both are, texts otherwise."""
    if wanted.dtype.kind in "iuf" and given.dtype.kind in "iuf":
        return pd.Index(wanted), pd.Index(given)
    return pd.Index(wanted.astype("str")), pd.Index(given.astype("str"))


def numbers(
    submission: pd.DataFrame,
    columns: str | Sequence[str],
    *,
    low: float | None = None,
    high: float | None = None,
    allow_blank: bool = False,
    allow_infinite: bool = False,
) -> Floats:
    """The columns as float64: one column gives a vector, a list a matrix. Text, blanks, infinities and
    values outside low…high are refused, with an example.

    >>> numbers(pd.DataFrame({"p": [0.5, 1]}), "p", low=0, high=1).tolist()
    [0.5, 1.0]
    >>> numbers(pd.DataFrame({"p": [0.5, 7, 8]}), "p", low=0, high=1)
    Traceback (most recent call last):
        ...
    mlebench.errors.InvalidSubmission: Column 'p' has 2 values that are above 1, the first in row 2.
    """
    if not isinstance(columns, str):
        checked = [
            numbers(submission, c, low=low, high=high, allow_blank=allow_blank, allow_infinite=allow_infinite)
            for c in columns
        ]
        return np.column_stack(checked) if checked else np.empty((len(submission), 0))
    series = submission[columns]
    values = _as_floats(submission, series, columns)
    if not allow_blank:
        _refuse_where(submission, np.isnan(values), columns, "blank or not a number")
    if not allow_infinite:
        _refuse_where(submission, np.isinf(values), columns, "infinite")
    if low is not None:
        _refuse_where(submission, values < low, columns, f"below {low:g}")
    if high is not None:
        _refuse_where(submission, values > high, columns, f"above {high:g}")
    return values


def _as_floats(submission: pd.DataFrame, series: pd.Series[Any], name: str) -> Floats:
    if series.dtype.kind in "iufb":
        return series.to_numpy(dtype=np.float64)
    converted = pd.to_numeric(series, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
    wrong = np.isnan(converted) & series.notna().to_numpy()
    if wrong.any():
        row = int(np.argmax(wrong))
        found = str(series.iloc[row])[:80]
        refuse(f"Column '{name}' must hold numbers; row {row_of_file(submission, row)} holds {found!r}.")
    return converted


def _refuse_where(submission: pd.DataFrame, wrong: npt.NDArray[np.bool_], name: str, what: str) -> None:
    if wrong.any():
        refuse(
            f"Column '{name}' has {int(wrong.sum())} values that are {what}, "
            f"the first in row {row_of_file(submission, int(np.argmax(wrong)))}."
        )


def probability_rows(values: Floats, *, tolerance: float = 1e-6) -> Floats:
    """Rows of probabilities, each of which must add up to 1 within `tolerance`.

    >>> probability_rows(np.array([[0.5, 0.6]]))
    Traceback (most recent call last):
        ...
    mlebench.errors.InvalidSubmission: The probabilities of each row must add up to 1; row 1 adds up to 1.1.
    """
    totals = values.sum(axis=1)
    wrong = ~(np.abs(totals - 1) <= tolerance)
    if wrong.any():
        row = int(np.argmax(wrong))
        refuse(f"The probabilities of each row must add up to 1; row {row + 1} adds up to {totals[row]:.6g}.")
    return values

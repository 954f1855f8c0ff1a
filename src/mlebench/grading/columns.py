"""The columns of a submission as numbers. What cannot be read is refused with a sentence that tells what to change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading.messages import listed, refuse, row_of_file, warn

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
_KAGGLE_CLIP = 1e-15  # of probabilities, in log losses
_HUGE = 1e100  # the square of what is far beyond is infinite


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
    least, most = -_HUGE if low is None else low, _HUGE if high is None else high
    if len(values) and least <= values.min() and values.max() <= most:  # which are blank where any is
        return values
    if not allow_blank:
        _refuse_where(submission, np.isnan(values), columns, "blank or not a number")
    if not allow_infinite:
        _refuse_where(submission, np.isinf(values), columns, "infinite")
    if low is not None:
        _refuse_where(submission, values < low, columns, f"below {low:g}")
    if high is not None:
        _refuse_where(submission, values > high, columns, f"above {high:g}")
    elif (values > _HUGE).any() or (values < -_HUGE).any():
        warn(f"Column '{columns}' has values beyond {_HUGE:g}: refused if the score is no finite number for it.")
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


def rescaled(submission: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """The submission with its rows of probabilities as Kaggle's log loss takes them: each divided by its total, then
    clipped to [1e-15, 1 - 1e-15].

    Rows that cannot be (a blank, a text, a negative number, a total of 0) stay as they are: the check refuses them.

    >>> rescaled(pd.DataFrame({"a": [1.0, 0.0], "b": [3.0, 0.0]}), ["a", "b"]).to_numpy().tolist()
    [[0.25, 0.75], [0.0, 0.0]]
    """
    if any(name not in submission.columns or submission[name].dtype.kind not in "iufb" for name in columns):
        return submission
    values = submission[list(columns)].to_numpy(dtype=np.float64, copy=True)
    totals = values.sum(axis=1, keepdims=True)
    usable = (np.isfinite(totals) & (totals > 0) & (values >= 0).all(axis=1, keepdims=True))[:, 0]
    values[usable] = np.clip(values[usable] / totals[usable], _KAGGLE_CLIP, 1 - _KAGGLE_CLIP)
    changed = submission.assign(**dict(zip(columns, values.T, strict=True)))
    changed.attrs = submission.attrs  # which rows of the file these are, for messages
    return changed


def class_numbers(submission: pd.DataFrame, column: str) -> Floats:
    """The column as class numbers: whole numbers, also written as 2.0, or True and False as 1 and 0.

    A number that is no class is merely wrong. Text, blanks, infinities and fractions are refused.

    >>> class_numbers(pd.DataFrame({"label": [2.0, 0.0]}), "label").tolist()
    [2.0, 0.0]
    """
    kind = submission[column].dtype.kind
    if kind not in "iufb":
        refuse(f"Column '{column}' must hold whole numbers only, without text.")
    labels = numbers(submission, column)
    if kind != "f":
        return labels
    broken = (labels != np.floor(labels)) | (np.abs(labels) >= 2.0**63)  # no integer type holds them
    if broken.any():
        row = int(np.argmax(broken))
        refuse(f"Column '{column}' must hold whole numbers; row {row_of_file(submission, row)} holds {labels[row]:g}.")
    return labels


def cut_numbers(submission: pd.DataFrame, column: str) -> Integers:
    """The column as class numbers by way of Python's `int()`: fractions are cut towards zero.

    A number that is no class is merely wrong. Text, blanks and infinities are refused.

    >>> cut_numbers(pd.DataFrame({"label": [2.9, -0.5]}), "label").tolist()
    [2, 0]
    """
    series = submission[column]
    if series.dtype.kind not in "iufb":
        return _integer_texts(submission, column)
    if series.dtype.kind == "u":
        refuse(f"Column '{column}' has numbers that are too large.")
    values = numbers(submission, column)
    if series.dtype.kind == "f" and (np.abs(values) >= 2.0**63).any():
        refuse(f"Column '{column}' has numbers that are too large.")
    if (values != np.trunc(values)).any():
        warn(f"Column '{column}' has fractions; they were cut off.")
    return series.to_numpy().astype(np.int64)


def _integer_texts(submission: pd.DataFrame, column: str) -> Integers:
    """A column with anything but plain numbers in it is text as a whole, where `7.0` is no integer."""
    whole = []
    for row, value in enumerate(submission[column].tolist()):
        try:
            whole.append(int(value))
        except (TypeError, ValueError):
            where = row_of_file(submission, row)
            refuse(f"Column '{column}' must hold whole numbers only; row {where} holds {str(value)[:80]!r}.")
    try:
        return np.array(whole, dtype=np.int64)
    except OverflowError:
        refuse(f"Column '{column}' has numbers that are too large.")


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
    finite = np.isfinite(values)
    return values if finite.all() else np.where(finite, values, np.nan)


def distinct(values: npt.ArrayLike) -> Integers:
    """The distinct whole numbers, sorted, as `numpy.unique` gives them.

    That hashes whole numbers from NumPy 2.3 on, which takes many times as long as sorting them. A stable sort makes
    use of the order that is there already, such as that of rows.

    >>> distinct([3, 1, 3]).tolist()
    [1, 3]
    """
    ordered: Integers = np.sort(np.asarray(values, dtype=np.int64), kind="stable")
    first = np.ones(len(ordered), dtype=bool)
    first[1:] = ordered[1:] != ordered[:-1]
    return ordered[first]

"""Class labels in a submission."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading.checks import Floats, numbers, refuse, row_of_file, warn


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
    broken = labels != np.floor(labels)
    if kind == "f":
        broken |= np.abs(labels) >= 2.0**63  # no integer type holds them
    if broken.any():
        row = int(np.argmax(broken))
        refuse(f"Column '{column}' must hold whole numbers; row {row_of_file(submission, row)} holds {labels[row]:g}.")
    return labels


def cut_numbers(submission: pd.DataFrame, column: str) -> npt.NDArray[np.int64]:
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


def _integer_texts(submission: pd.DataFrame, column: str) -> npt.NDArray[np.int64]:
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

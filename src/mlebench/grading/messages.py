"""What a contestant is told: a refusal, a warning, and the row of the file that it is about.

The messages are built from the submission and public facts (column names, ids, row counts) only.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.errors import ExploitWarning, InvalidSubmission, SubmissionWarning

Checked = TypeVar("Checked")
_SHOWN = 5
SHOWN_LENGTH = 80
_ROWS = "rows"


def refuse(message: str) -> NoReturn:
    """Refuse the submission."""
    raise InvalidSubmission(message)


def warn(message: str) -> None:
    """Name a fault of the submission that v1 scores all the same; the report carries it."""
    warnings.warn(message, SubmissionWarning, stacklevel=2)


def suspect(reason: str) -> None:
    """Name a hole of v1's grader that the submission uses; its score stays, and the report says `exploit_suspected`.

    Only for what can make a score better than it deserves: for all else that is wrong there is `warn`.
    """
    warnings.warn(reason, ExploitWarning, stacklevel=2)


def quietly(check: Callable[[pd.DataFrame, Any], Checked], submission: pd.DataFrame, expected: Any) -> Checked:
    """What a check of v1 makes of a submission, for version 2: its warnings are of rules that no longer hold."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SubmissionWarning)
        warnings.simplefilter("error", ExploitWarning)
        return check(submission, expected)


def listed(values: Sequence[Any] | pd.Index[Any] | npt.NDArray[Any]) -> str:
    """The first few values, for a message."""
    shown = ", ".join((repr(v) if isinstance(v, str) else str(v))[:SHOWN_LENGTH] for v in list(values[:_SHOWN]))
    return f"{shown} and {len(values) - _SHOWN} more" if len(values) > _SHOWN else shown


class _RowOrder:
    """Which row of the file each row of an aligned table was. pandas copies attributes at every step: not this one."""

    def __init__(self, rows: npt.NDArray[np.intp]) -> None:
        self.rows = rows

    def __deepcopy__(self, memo: object) -> _RowOrder:
        return self


def reordered(
    submission: pd.DataFrame, order: npt.NDArray[np.intp], *, ids: pd.Series[Any] | None = None
) -> pd.DataFrame:
    """These rows in this order; `row_of_file` still finds them in the contestant's file.

    A column that is known beforehand, `ids`, need not be moved.
    """
    columns = {
        name: ids.array if ids is not None and name == ids.name else submission[name].array.take(order)
        for name in submission.columns
    }
    result = pd.DataFrame(columns, index=pd.RangeIndex(len(order)), copy=False)
    result.attrs[_ROWS] = _RowOrder(order)
    return result


def row_of_file(submission: pd.DataFrame, position: int) -> int:
    """The row (from 1) of the contestant's file that stands at this position after `reordered`."""
    order = submission.attrs.get(_ROWS)
    return int(order.rows[position] if order is not None else position) + 1

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import align, refuse, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["id", "predicted"])
    submission = align(submission, answers, on="id")
    return 1 - accuracy(answers["predicted"].to_numpy(), _first_guesses(submission["predicted"]))


def _first_guesses(column: "pd.Series[Any]") -> npt.NDArray[Any]:
    """Whole numbers as they are; of a text the first word, as a whole number."""
    if column.dtype.kind in "iu":
        return column.to_numpy()
    if column.dtype.kind in "fb":
        refuse("Column 'predicted' must hold category ids without decimals, blanks or truth values.")
    guesses = [_first_guess(cell, row) for row, cell in enumerate(column.tolist(), start=1)]
    try:
        return np.array(guesses, dtype=np.int64)
    except OverflowError:
        refuse("Column 'predicted' has numbers that are too large.")


def _first_guess(cell: Any, row: int) -> int:
    words = cell.split(maxsplit=1) if isinstance(cell, str) else []
    try:
        return int(words[0])
    except (IndexError, ValueError):
        refuse(f"Column 'predicted' must start with a whole number; row {row} holds {str(cell)[:80]!r}.")

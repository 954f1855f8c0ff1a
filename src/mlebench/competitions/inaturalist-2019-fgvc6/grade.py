from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.grading import Expected, align, refuse, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def check(submission: pd.DataFrame, expected: Expected) -> npt.NDArray[Any]:
    require_rows(submission, expected)
    require_columns(submission, ["id", "predicted"])
    return _first_guesses(align(submission, expected, on="id")["predicted"])


def score(guesses: npt.NDArray[Any], answers: pd.DataFrame) -> float:
    return 1 - accuracy(answers["predicted"].to_numpy(), guesses)


def _first_guesses(column: "pd.Series[Any]") -> npt.NDArray[Any]:
    """Whole numbers as they are; of a text the first word, as a whole number."""
    if column.dtype.kind in "iu":
        return column.to_numpy()
    if column.dtype.kind in "fb":
        refuse("Column 'predicted' must hold category ids without decimals, blanks or truth values.")
    try:
        return _numbers_before_a_blank(column)
    except (TypeError, ValueError, OverflowError):  # something else, or a fault that is to be found
        guesses = [_first_guess(cell, row) for row, cell in enumerate(column.tolist(), start=1)]
    try:
        return np.array(guesses, dtype=np.int64)
    except OverflowError:
        refuse("Column 'predicted' has numbers that are too large.")


def _numbers_before_a_blank(column: "pd.Series[Any]") -> npt.NDArray[Any]:
    """All at once. Raises ValueError where a cell does not begin like that."""
    cells = pa.array(column.fillna(""), pa.large_string())
    first = pc.dictionary_encode(pc.list_element(pc.split_pattern(cells, " ", max_splits=1), 0))
    first = first.unify_dictionaries().combine_chunks() if isinstance(first, pa.ChunkedArray) else first
    numbers: npt.NDArray[Any] = np.array([int(word) for word in first.dictionary.to_pylist()], dtype=np.int64)
    chosen: npt.NDArray[Any] = numbers[first.indices.to_numpy()]
    return chosen


def _first_guess(cell: Any, row: int) -> int:
    words = cell.split(maxsplit=1) if isinstance(cell, str) else []
    try:
        return int(words[0])
    except (IndexError, ValueError):
        refuse(f"Column 'predicted' must start with a whole number; row {row} holds {str(cell)[:80]!r}.")

from collections.abc import Mapping
from typing import Any

import pandas as pd

from mlebench.grading import Expected, align, refuse, require_columns, require_rows
from mlebench.metrics.text import levenshtein


def check(submission: pd.DataFrame, expected: Expected) -> list[list[int]]:
    require_rows(submission, expected)
    require_columns(submission, ["Id", "Sequence"])
    return _sequences(align(submission, expected, on="Id")["Sequence"])


def score(predicted: list[list[int]], answers: pd.DataFrame) -> float:
    truth = _sequences(answers["Sequence"])
    # One letter for each gesture, and one for all numbers that are none.
    letters = {gesture: chr(k) for k, gesture in enumerate(sorted(set().union(*truth)), start=1)}
    distances = levenshtein(_spelled(truth, letters), _spelled(predicted, letters))
    return float(distances.sum() / sum(map(len, truth)))


def _spelled(sequences: list[list[int]], letters: Mapping[int, str]) -> list[str]:
    return ["".join(letters.get(gesture, chr(0)) for gesture in sequence) for sequence in sequences]


def _sequences(cells: "pd.Series[Any]") -> list[list[int]]:
    return [_gestures(str(cell), row) for row, cell in enumerate(cells.tolist(), start=1)]


def _gestures(cell: str, row: int) -> list[int]:
    try:
        return [int(word) for word in cell.split()]
    except ValueError:
        refuse(f"'Sequence' must be whole numbers separated by spaces; row {row} holds {cell[:80]!r}.")

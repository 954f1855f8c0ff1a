from collections.abc import Mapping
from typing import Any

import pandas as pd

from mlebench.grading import align, refuse, require_columns, require_rows
from mlebench.metrics.text import levenshtein


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["Id", "Sequence"])
    submission = align(submission, answers, on="Id")
    truth, predicted = _sequences(answers["Sequence"]), _sequences(submission["Sequence"])
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

from typing import Any

import pandas as pd

from mlebench.grading import Expected, align, refuse, require_columns, require_rows
from mlebench.metrics.text import levenshtein


def check(submission: pd.DataFrame, expected: Expected) -> list[list[str]]:
    require_rows(submission, expected)
    require_columns(submission, ["Id", "Sequence"])
    return _sequences(align(submission, expected, on="Id")["Sequence"])


def score(predicted: list[list[str]], answers: pd.DataFrame) -> float:
    truth = _sequences(answers["Sequence"])
    # One letter for each gesture, however it is written, and one for all numbers that are none.
    gestures = sorted(set(map(int, set().union(*truth))))
    letters = {gesture: chr(k) for k, gesture in enumerate(gestures, start=1)}
    spelling = {word: letters.get(int(word), chr(0)) for word in set().union(*truth, *predicted)}
    distances = levenshtein(_spelled(truth, spelling), _spelled(predicted, spelling))
    return float(distances.sum() / sum(map(len, truth)))


def _spelled(sequences: list[list[str]], spelling: dict[str, str]) -> list[str]:
    return ["".join(map(spelling.__getitem__, sequence)) for sequence in sequences]


def _sequences(cells: "pd.Series[Any]") -> list[list[str]]:
    """The words of each cell, all of them whole numbers."""
    sequences = [str(cell).split() for cell in cells.tolist()]
    strange = {word for word in set().union(*sequences) if not _is_whole(word)}
    for row, words in enumerate(sequences if strange else []):
        if not strange.isdisjoint(words):
            cell = str(cells.iloc[row])[:80]
            refuse(f"'Sequence' must be whole numbers separated by spaces; row {row + 1} holds {cell!r}.")
    return sequences


def _is_whole(word: str) -> bool:
    try:
        int(word)
    except ValueError:
        return False
    return True

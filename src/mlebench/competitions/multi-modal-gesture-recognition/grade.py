from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from mlebench.grading import Expected, Words, align, in_pieces, refuse, require_columns, require_rows, words
from mlebench.metrics.text import levenshtein


def check(submission: pd.DataFrame, expected: Expected) -> "pd.Series[Any]":
    require_rows(submission, expected)
    require_columns(submission, ["Id", "Sequence"])
    cells = align(submission, expected, on="Id")["Sequence"].reset_index(drop=True)
    for piece in in_pieces(cells):
        _sequences(piece)
    return cells


def score(predicted: "pd.Series[Any]", answers: pd.DataFrame) -> float:
    distance = gestures = 0
    for cells, given in zip(in_pieces(answers["Sequence"].reset_index(drop=True)), in_pieces(predicted), strict=True):
        truth = _sequences(cells)
        distance += _distance(truth, _sequences(given), len(cells))
        gestures += len(truth.code)
    return distance / gestures


def _distance(truth: Words, predicted: Words, rows: int) -> int:
    # One letter for each gesture, however it is written, and one for all numbers that are none.
    gestures = sorted(set(map(int, truth.names)))
    letters = {gesture: letter for letter, gesture in enumerate(gestures, start=1)}
    spelled = (_spelled(sequences, letters, rows) for sequences in (truth, predicted))
    return int(levenshtein(*spelled).sum())


def _spelled(sequences: Words, letters: dict[int, int], rows: int) -> list[str]:
    """A text for each sequence, cut out of one for all."""
    spelling = np.array([letters.get(int(word), 0) for word in sequences.names], dtype="<u4")
    text = spelling[sequences.code].tobytes().decode("utf-32-le")
    return [text[start:end] for start, end in pairwise(np.searchsorted(sequences.row, np.arange(rows + 1)).tolist())]


def _sequences(cells: "pd.Series[Any]") -> Words:
    """The words of each cell, all of them whole numbers."""
    found = words(cells.astype("str").fillna("nan"))
    strange = [code for code, word in enumerate(found.names) if not _is_whole(word)]
    if strange:
        row = int(found.row[np.isin(found.code, strange)][0])
        cell = str(cells.iloc[row])[:80]
        refuse(f"'Sequence' must be whole numbers separated by spaces; row {cells.index[row] + 1} holds {cell!r}.")
    return found


def _is_whole(word: str) -> bool:
    try:
        int(word)
    except ValueError:
        return False
    return True

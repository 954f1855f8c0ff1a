from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import Expected, Integers, align, in_pieces, refuse, require_columns, require_rows, words
from mlebench.metrics.text import levenshtein


class Sequences(NamedTuple):
    """The gestures of some rows, one after the other."""

    ends: Integers  # of each row, and 0 before them
    which: npt.NDArray[np.int32]  # of the numbers each gesture is
    numbers: list[int]


def check(submission: pd.DataFrame, expected: Expected) -> list[Sequences]:
    require_rows(submission, expected)
    require_columns(submission, ["Id", "Sequence"])
    cells = align(submission, expected, on="Id")["Sequence"]
    return [_sequences(piece) for piece in in_pieces(cells.reset_index(drop=True))]


def score(predicted: list[Sequences], answers: pd.DataFrame) -> float:
    distance = gestures = 0
    for cells, given in zip(in_pieces(answers["Sequence"].reset_index(drop=True)), predicted, strict=True):
        truth = _sequences(cells)
        distance += _distance(truth, given)
        gestures += len(truth.which)
    return distance / gestures


def _distance(truth: Sequences, predicted: Sequences) -> int:
    # One letter for each gesture, however it is written, and one for all numbers that are none.
    letters = {gesture: letter for letter, gesture in enumerate(sorted(set(truth.numbers)), start=1)}
    spelled = (_spelled(sequences, letters) for sequences in (truth, predicted))
    return int(levenshtein(*spelled).sum())


def _spelled(sequences: Sequences, letters: dict[int, int]) -> list[str]:
    """A text for each sequence, cut out of one for all."""
    spelling = np.array([letters.get(number, 0) for number in sequences.numbers], dtype="<u4")
    text = spelling[sequences.which].tobytes().decode("utf-32-le")
    return [text[start:end] for start, end in pairwise(sequences.ends.tolist())]


def _sequences(cells: "pd.Series[Any]") -> Sequences:
    """The words of each cell, all of them whole numbers."""
    found = words(cells.astype("str").fillna("nan"))
    strange = [code for code, word in enumerate(found.names) if not _is_whole(word)]
    if strange:
        row = int(found.row[np.isin(found.code, strange)][0])
        cell = str(cells.iloc[row])[:80]
        refuse(f"'Sequence' must be whole numbers separated by spaces; row {cells.index[row] + 1} holds {cell!r}.")
    ends = np.searchsorted(found.row, np.arange(len(cells) + 1))
    return Sequences(ends, found.code.astype(np.int32), [int(word) for word in found.names])


def _is_whole(word: str) -> bool:
    try:
        int(word)
    except ValueError:
        return False
    return True

"""Metrics for texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


def levenshtein(y_true: Sequence[str], y_pred: Sequence[str]) -> npt.NDArray[Any]:
    """Edit distance of each pair: the fewest inserted, deleted and replaced code points, 0 upwards.

    >>> levenshtein(["kitten", "a"], ["sitting", "a"]).tolist()
    [3, 0]
    """
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cpdist

    return np.asarray(cpdist(y_true, y_pred, scorer=Levenshtein.distance, dtype=np.int64))


def word_jaccard(y_true: Sequence[str], y_pred: Sequence[str]) -> npt.NDArray[Any]:
    """|A ∩ B| / |A ∪ B| of each pair, A and B the sets of lower-case words between white space; 0 to 1.

    NaN where neither text has a word.

    >>> word_jaccard(["The cat sat", ""], ["the dog sat", " "]).tolist()
    [0.5, nan]
    """
    scores = np.full(len(y_true), np.nan)
    for row, (wanted, given) in enumerate(zip(y_true, y_pred, strict=True)):
        a, b = set(wanted.lower().split()), set(given.lower().split())
        if a or b:
            scores[row] = len(a & b) / len(a | b)
    return scores

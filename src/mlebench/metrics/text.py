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

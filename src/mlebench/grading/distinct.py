"""Distinct values of millions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def distinct(values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """The distinct whole numbers, sorted, as `numpy.unique` gives them.

    That hashes whole numbers from NumPy 2.3 on, which takes many times as long as sorting them.

    >>> distinct([3, 1, 3]).tolist()
    [1, 3]
    """
    ordered: npt.NDArray[np.int64] = np.sort(np.asarray(values, dtype=np.int64))
    first = np.ones(len(ordered), dtype=bool)
    first[1:] = ordered[1:] != ordered[:-1]
    return ordered[first]

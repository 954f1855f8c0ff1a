"""Metrics for predicted numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def rmse(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Root of the mean squared error, 0 upwards.

    >>> rmse([0, 0], [3, 3])
    3.0
    """
    difference = np.asarray(y_true, dtype=np.float64) - np.asarray(y_pred, dtype=np.float64)
    return float(np.sqrt(np.mean(difference**2)))


def mae(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Mean absolute error, 0 upwards.

    >>> mae([0, 0], [3, -1])
    2.0
    """
    difference = np.asarray(y_true, dtype=np.float64) - np.asarray(y_pred, dtype=np.float64)
    return float(np.mean(np.abs(difference)))


def rmsle(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> npt.NDArray[Any]:
    """Root of the mean squared difference of ln(1 + value), for each column; values must exceed -1."""
    difference = np.log1p(np.asarray(y_true, dtype=np.float64)) - np.log1p(
        np.asarray(y_pred, dtype=np.float64)
    )
    return np.asarray(np.sqrt(np.mean(difference**2, axis=0)))


def mean_log_mae(y_true: npt.ArrayLike, y_pred: npt.ArrayLike, *, groups: npt.ArrayLike) -> float:
    """Mean over groups of ln(mean absolute error of the group); minus infinity where one group has no error.

    `groups` names the group of each row.

    >>> mean_log_mae([0, 0, 0], [1, 1, 1], groups=["a", "a", "b"])
    0.0
    """
    error = np.abs(np.asarray(y_true, dtype=np.float64) - np.asarray(y_pred, dtype=np.float64))
    _, code = np.unique(np.asarray(groups), return_inverse=True)
    with np.errstate(divide="ignore"):
        return float(np.mean(np.log(np.bincount(code, weights=error) / np.bincount(code))))

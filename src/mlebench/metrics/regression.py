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
    return float(np.sqrt(np.vdot(difference, difference) / difference.size))


def mae(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Mean absolute error, 0 upwards.

    >>> mae([0, 0], [3, -1])
    2.0
    """
    difference = np.asarray(y_true, dtype=np.float64) - np.asarray(y_pred, dtype=np.float64)
    return float(np.mean(np.abs(difference)))


def rmsle(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> npt.NDArray[Any]:
    """Root of the mean squared difference of ln(1 + value), for each column; values must exceed -1.

    >>> rmsle([[0, 1]], [[0, 3]]).round(6)
    array([0.      , 0.693147])
    """
    difference = np.log1p(np.asarray(y_true, dtype=np.float64)) - np.log1p(np.asarray(y_pred, dtype=np.float64))
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


def haversine_distance(y_true: npt.ArrayLike, y_pred: npt.ArrayLike, *, radius: float = 6_371_000) -> npt.NDArray[Any]:
    """Distance on a sphere between (latitude, longitude) pairs in degrees, row by row, 0 to π `radius`.

    2 R arcsin √(sin²(Δφ/2) + cos φ1 cos φ2 sin²(Δλ/2)); the default radius is that of the Earth in metres.

    >>> haversine_distance([[0, 0]], [[0, 90]], radius=2).round(6)
    array([3.141593])
    """
    a, b = (np.radians(np.asarray(points, dtype=np.float64)) for points in (y_true, y_pred))
    half = np.sin((b - a) / 2) ** 2
    chord = half[:, 0] + np.cos(a[:, 0]) * np.cos(b[:, 0]) * half[:, 1]
    return np.asarray(2 * radius * np.arcsin(np.sqrt(np.clip(chord, 0, 1))))


def pearson(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Linear correlation: covariance / (product of the standard deviations), -1 to 1.

    NaN where one side is constant or not finite.

    >>> round(pearson([1, 2, 3], [2, 4, 6]), 12)
    1.0
    """
    a, b = np.asarray(y_true, dtype=np.float64), np.asarray(y_pred, dtype=np.float64)
    if a.size == 0 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    with np.errstate(invalid="ignore"):
        a, b = a - a.mean(), b - b.mean()
        # Scaled first, so that very large values do not overflow when squared.
        a, b = a / np.abs(a).max(), b / np.abs(b).max()
        return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))


def laplace_log_likelihood(
    y_true: npt.ArrayLike,
    y_pred: npt.ArrayLike,
    sigma: npt.ArrayLike,
    *,
    least_sigma: float = 70.0,
    largest_error: float = 1000.0,
) -> float:
    """Mean of -√2 Δ/σ - ln(√2 σ), with Δ = min(|true - predicted|, largest_error), σ = max(sigma, least_sigma).

    The best value is -ln(√2 least_sigma). The defaults are those of the OSIC contest (millilitres).

    >>> round(laplace_log_likelihood([3000], [3000], [70]), 5)
    -4.59507
    """
    error = np.abs(np.asarray(y_true, dtype=np.float64) - np.asarray(y_pred, dtype=np.float64))
    spread = np.sqrt(2) * np.maximum(np.asarray(sigma, dtype=np.float64), least_sigma)
    return float(np.mean(-2 * np.minimum(error, largest_error) / spread - np.log(spread)))


def mean_angular_error(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Mean angle in radians between directions given as (azimuth, zenith), 0 to π.

    >>> round(mean_angular_error([[0, 0]], [[1, np.pi / 2]]), 6)
    1.570796
    """
    truth, guess = np.asarray(y_true), np.asarray(y_pred)
    total, step = 0.0, 1 << 16  # in pieces: the tables have millions of rows
    for start in range(0, len(truth), step):
        azimuth, zenith = truth[start : start + step].astype(np.float64).T
        other_azimuth, other_zenith = guess[start : start + step].astype(np.float64).T
        cosine = np.cos(azimuth) * np.cos(other_azimuth) + np.sin(azimuth) * np.sin(other_azimuth)
        cosine = cosine * np.sin(zenith) * np.sin(other_zenith) + np.cos(zenith) * np.cos(other_zenith)
        total += float(np.arccos(np.clip(cosine, -1, 1)).sum())
    return total / len(truth)


def mean_column_rmse(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Root of the mean squared error of each column, averaged over columns (MCRMSE), 0 upwards.

    >>> mean_column_rmse([[0, 0], [0, 0]], [[3, 1], [3, 1]])
    2.0
    """
    difference = np.asarray(y_true, dtype=np.float64) - np.asarray(y_pred, dtype=np.float64)
    return float(np.sqrt(np.mean(difference**2, axis=0)).mean())

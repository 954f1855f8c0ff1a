"""Metrics for predicted classes and probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
EPSILON = float(np.finfo(np.float64).eps)


def accuracy(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Share of equal entries, 0 to 1.

    >>> accuracy(["a", "b"], ["a", "c"])
    0.5
    """
    return float(np.mean(np.asarray(y_true) == np.asarray(y_pred)))


def roc_auc(y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> float:
    """Area under the ROC curve, 0 to 1: P(score of a positive > score of a negative), ties count one half.

    NaN where only one class occurs, as the curve is not defined then.

    >>> roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    0.875
    """
    from scipy.stats import rankdata

    positive = np.asarray(y_true).astype(bool)
    n_positive = int(positive.sum())
    n_negative = positive.size - n_positive
    if not n_positive or not n_negative:
        return float("nan")
    ranks = rankdata(np.asarray(y_score, dtype=np.float64))
    area = ranks[positive].sum() - n_positive * (n_positive + 1) / 2
    return float(area / (n_positive * n_negative))


def multiclass_log_loss(y_true: npt.ArrayLike, y_pred: npt.ArrayLike, *, epsilon: float = EPSILON) -> float:
    """Mean over rows of -ln(p of the true class), 0 to -ln(epsilon); p is clipped to [epsilon, 1 - epsilon].

    `y_true` is one-hot, with the shape of `y_pred`. Rows are not rescaled.

    >>> round(multiclass_log_loss([[1, 0], [0, 1]], [[0.5, 0.5], [0.5, 0.5]]), 6)
    0.693147
    """
    truth = np.asarray(y_true, dtype=np.float64)
    clipped = np.clip(np.asarray(y_pred, dtype=np.float64), epsilon, 1 - epsilon)
    return float(-(truth * np.log(clipped)).sum() / len(truth))

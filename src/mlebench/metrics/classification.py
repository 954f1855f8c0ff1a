"""Metrics for predicted classes and probabilities."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from pandas.api.extensions import ExtensionArray

Array = npt.NDArray[Any]
EPSILON = float(np.finfo(np.float64).eps)


def accuracy(y_true: npt.ArrayLike | ExtensionArray, y_pred: npt.ArrayLike | ExtensionArray) -> float:
    """Share of equal entries, 0 to 1. Columns of pandas are compared as they are.

    >>> accuracy(["a", "b"], ["a", "c"])
    0.5
    """
    # Texts of lists stay objects: an array of fixed width would give every cell the length of the longest.
    truth, guess = (y if hasattr(y, "dtype") else np.array(y, dtype=object) for y in (y_true, y_pred))
    return float(np.mean(truth == guess))


def roc_auc(y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> float:
    """Area under the ROC curve, 0 to 1: P(score of a positive > score of a negative), ties count one half.

    NaN where only one class occurs, as the curve is not defined then.

    >>> roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    0.875
    """
    positive, scores = np.asarray(y_true).astype(bool), np.asarray(y_score, dtype=np.float64)
    above, below = np.sort(scores[positive]), np.sort(scores[~positive])
    if not above.size or not below.size or np.isnan(scores).any():
        return float("nan")
    # Wins and ties are whole numbers, so that the sums are exact.
    beaten = sum(int(np.searchsorted(below, above, side).sum()) for side in ("left", "right")) / 2
    return float(beaten / (above.size * below.size))


def mean_column_roc_auc(y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> float:
    """Unweighted mean of the ROC AUC of each column, 0 to 1; NaN where a column holds one class only.

    >>> mean_column_roc_auc([[0, 1], [1, 0]], [[0.2, 0.5], [0.7, 0.5]])
    0.75
    """
    truth, scores = np.asarray(y_true), np.asarray(y_score, dtype=np.float64)
    return float(np.mean([roc_auc(truth[:, i], scores[:, i]) for i in range(truth.shape[1])]))


def multiclass_log_loss(y_true: npt.ArrayLike, y_pred: npt.ArrayLike, *, epsilon: float = EPSILON) -> float:
    """Mean over rows of -ln(p of the true class), 0 to -ln(epsilon); p is clipped to [epsilon, 1 - epsilon].

    `y_true` is one-hot, with the shape of `y_pred`. Rows are not rescaled.

    >>> round(multiclass_log_loss([[1, 0], [0, 1]], [[0.5, 0.5], [0.5, 0.5]]), 6)
    0.693147
    """
    truth, predicted = np.asarray(y_true), np.asarray(y_pred, dtype=np.float64)
    true = np.nonzero(truth)
    return float(-(truth[true] * np.log(np.clip(predicted[true], epsilon, 1 - epsilon))).sum() / len(truth))


def log_loss(y_true: npt.ArrayLike, y_pred: npt.ArrayLike, *, epsilon: float = EPSILON) -> float:
    """Binary log loss: mean of -ln(p of what is true), 0 to -ln(epsilon).

    `y_pred` is the probability that the entry of `y_true` is 1, clipped to [epsilon, 1 - epsilon].

    >>> round(log_loss([1, 0], [0.8, 0.4]), 6)
    0.366985
    """
    truth = np.asarray(y_true).astype(bool)
    clipped = np.clip(np.asarray(y_pred, dtype=np.float64), epsilon, 1 - epsilon)
    return float(-np.log(np.where(truth, clipped, 1 - clipped)).mean())


def quadratic_weighted_kappa(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """1 - (mean squared distance of the pairs) / (its expectation if the sides were independent), -1 to 1.

    The distance counts places in the sorted list of all values that occur on either side. A value that
    occurs on neither side leaves no gap, one that is out of range takes the place at the end.
    NaN where only one value occurs.

    >>> quadratic_weighted_kappa([0, 1, 2, 2], [0, 2, 2, 1])
    0.6363636363636364
    """
    truth, guess = np.asarray(y_true), np.asarray(y_pred)
    places = np.union1d(truth, guess)
    return kappa_on_scale(np.searchsorted(places, truth), np.searchsorted(places, guess))


def kappa_on_scale(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Quadratic weighted kappa, -1 to 1, in which the distance of two grades is that of their numbers, whatever occurs.

    NaN where only one value occurs.

    >>> kappa_on_scale([0, 4, 4], [0, 4, 0])
    0.4
    """
    a, b = np.asarray(y_true, dtype=np.float64), np.asarray(y_pred, dtype=np.float64)
    # For independent a and b: E (a - b)² = var a + var b + (mean a - mean b)².
    by_chance = a.var() + b.var() + (a.mean() - b.mean()) ** 2
    return float(1 - np.mean((a - b) ** 2) / by_chance) if by_chance else float("nan")


def weighted_roc_auc(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    edges: npt.ArrayLike = (0.0, 0.4, 1.0),
    weights: npt.ArrayLike = (2.0, 1.0),
) -> float:
    """Area under the ROC curve with a weight for each slice of the true positive rate, 0 to 1.

    Slices lie between neighbouring `edges`. The weighted areas are added and divided by what a perfect
    curve would give. The defaults are those of the ALASKA2 contest. NaN where only one class occurs.

    >>> round(weighted_roc_auc([0, 1], [0.5, 0.5]), 6)
    0.585714
    """
    positive = np.asarray(y_true).astype(bool)
    if positive.all() or not positive.any():
        return float("nan")
    false_rate, true_rate = _roc_curve(positive, np.asarray(y_score, dtype=np.float64))
    limits, weight = np.asarray(edges, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    # With a point on the curve at each edge, cutting the curve off at an edge leaves it piecewise linear.
    for edge in limits[1:-1]:
        after = int(np.searchsorted(true_rate, edge, side="right"))
        at = np.interp(edge, true_rate[after - 1 : after + 1], false_rate[after - 1 : after + 1])
        false_rate, true_rate = np.insert(false_rate, after, at), np.insert(true_rate, after, edge)
    areas = [np.trapezoid(np.clip(true_rate, low, high) - low, false_rate) for low, high in pairwise(limits)]
    return float(np.dot(areas, weight) / np.dot(np.diff(limits), weight))


def _roc_curve(positive: Array, score: Array) -> tuple[Array, Array]:
    """False and true positive rates from (0, 0) to (1, 1), with a point for each distinct score."""
    order = np.argsort(-score, kind="stable")
    last_of_score = np.append(np.flatnonzero(np.diff(score[order])), len(score) - 1)
    true = np.append(0, np.cumsum(positive[order])[last_of_score])
    false = np.append(0, last_of_score + 1) - true
    return false / false[-1], true / true[-1]


def macro_f1(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Mean over classes of F1 = 2TP / (2TP + FP + FN), 0 to 1.

    The classes are those that occur in either of the two: a predicted class that is never true adds a
    zero to the mean. NaN without any row.

    >>> round(macro_f1(["a", "a", "b"], ["a", "b", "b"]), 6)
    0.666667
    """
    truth, predicted = np.asarray(y_true), np.asarray(y_pred)
    if not truth.size:
        return float("nan")
    classes, codes = np.unique(np.concatenate([truth, predicted]), return_inverse=True)
    true_codes, predicted_codes = codes[: truth.size], codes[truth.size :]
    hits = np.bincount(true_codes[true_codes == predicted_codes], minlength=classes.size)
    return float(np.mean(2 * hits / np.bincount(codes, minlength=classes.size)))


def average_precision(y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> float:
    """Sum over distinct scores, from high to low, of (gain in recall) x (precision down to that score), 0 to 1.

    A constant score gives the share of positives. NaN without positives, as recall is not defined then.

    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 6)
    0.833333
    """
    positive = np.asarray(y_true).astype(bool)
    score = np.asarray(y_score, dtype=np.float64)
    if not positive.any():
        return float("nan")
    order = np.argsort(-score, kind="stable")
    last_of_score = np.append(np.flatnonzero(np.diff(score[order])), len(score) - 1)
    hits = np.cumsum(positive[order])[last_of_score]
    return float(np.dot(np.diff(hits, prepend=0) / hits[-1], hits / (last_of_score + 1)))


def f1_of_sets(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """F1 of two sets, each an array of distinct items: 2 |A ∩ B| / (|A| + |B|), 0 to 1; 0 where both are empty.

    With an item for each (row, label) that is set this is the micro-averaged F1 of many labels.

    >>> f1_of_sets([1, 2, 3], [2, 3, 4])
    0.6666666666666666
    """
    truth, guess = np.asarray(y_true), np.asarray(y_pred)
    total = truth.size + guess.size
    return 2 * common(truth, guess).size / total if total else 0.0


def common(a: npt.ArrayLike, b: npt.ArrayLike) -> Array:
    """The items of two sets, each an array of distinct items, that stand in both, sorted.

    `numpy.intersect1d` sorts in a way that makes no use of the order of the two, which takes several times as long.

    >>> common([1, 2, 3], [2, 3, 4]).tolist()
    [2, 3]
    """
    items = np.sort(np.concatenate([np.asarray(a), np.asarray(b)]), kind="stable")
    return np.asarray(items[:-1][items[1:] == items[:-1]])


def matthews_corrcoef(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Matthews correlation of classes, -1 to 1; 0 where either side has one class only.

    With n rows, c of them right, and t_k true and p_k predicted rows of class k:
    (c n - Σ t_k p_k) / sqrt((n² - Σ p_k²) (n² - Σ t_k²)).

    >>> round(matthews_corrcoef([1, 1, 1, 0], [1, 0, 1, 1]), 6)
    -0.333333
    """
    truth, guess = np.asarray(y_true), np.asarray(y_pred)
    classes, codes = np.unique(np.concatenate([truth, guess]), return_inverse=True)
    true_counts, guess_counts = (
        np.bincount(part, minlength=classes.size).astype(np.float64)
        for part in (codes[: truth.size], codes[truth.size :])
    )
    n = float(truth.size)
    spread = (n**2 - guess_counts @ guess_counts) * (n**2 - true_counts @ true_counts)
    if spread <= 0:
        return 0.0
    return float((float((truth == guess).sum()) * n - true_counts @ guess_counts) / np.sqrt(spread))


def kl_divergence(y_true: npt.ArrayLike, y_pred: npt.ArrayLike, *, epsilon: float = 1e-15) -> float:
    """Mean over rows of the Kullback-Leibler divergence Σ y ln(y / p), 0 upwards; cells with y = 0 add nothing.

    p is clipped to [epsilon, 1 - epsilon]. Rows are not rescaled.

    >>> round(kl_divergence([[1, 0], [0.5, 0.5]], [[0.5, 0.5], [0.5, 0.5]]), 6)
    0.346574
    """
    truth = np.asarray(y_true, dtype=np.float64)
    clipped = np.clip(np.asarray(y_pred, dtype=np.float64), epsilon, 1 - epsilon)
    ratio = np.divide(truth, clipped, out=np.ones_like(truth), where=truth > 0)
    divergence = np.log(ratio, out=ratio)
    divergence *= truth
    return float(divergence.sum(axis=1).mean())


def probabilistic_f1(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """F1 of probabilities, 0 to 1: 2 Σ y p / (Σ p + Σ y), where each row is found, or a false alarm, by its p.

    p is clipped to [0, 1]. 0 where no positive row has a p above 0, also where all are 0.

    >>> probabilistic_f1([1, 1, 0], [1, 0.5, 0.5])
    0.75
    """
    positive = np.asarray(y_true).astype(bool)
    chance = np.clip(np.asarray(y_pred, dtype=np.float64), 0, 1)
    found = chance[positive].sum()
    return float(2 * found / (chance.sum() + positive.sum())) if found > 0 else 0.0


def grouped_weighted_log_loss(
    y_true: npt.ArrayLike,
    y_pred: npt.ArrayLike,
    *,
    weights: npt.ArrayLike,
    groups: npt.ArrayLike,
    epsilon: float = 1e-15,
) -> float:
    """Mean over groups of the weighted mean log loss of their rows, 0 to -ln(epsilon).

    The loss of a row is -(y ln p + (1 - y) ln(1 - p)), p clipped to [epsilon, 1 - epsilon].

    >>> round(grouped_weighted_log_loss([1, 0, 1], [0.5, 0.5, 0.25], weights=[2, 1, 1], groups=[0, 0, 1]), 6)
    1.039721
    """
    truth, weight = np.asarray(y_true, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    clipped = np.clip(np.asarray(y_pred, dtype=np.float64), epsilon, 1 - epsilon)
    loss = -(truth * np.log(clipped) + (1 - truth) * np.log(1 - clipped))
    _, codes = np.unique(np.asarray(groups), return_inverse=True)
    return float(np.mean(np.bincount(codes, weights=weight * loss) / np.bincount(codes, weights=weight)))


def subgroup_roc_aucs(y_true: npt.ArrayLike, y_score: npt.ArrayLike, groups: npt.ArrayLike) -> Array:
    """Areas under the ROC curve that show bias against groups: one row per group, three columns, 0 to 1.

    `groups` has a column for each group that says which rows mention it. The columns of the result are
    the rows with the mention; negatives with it and positives without (BPSN); positives with it and
    negatives without (BNSP). NaN where only one class occurs.

    >>> subgroup_roc_aucs([0, 1, 0, 1], [0.1, 0.9, 0.2, 0.3], [[1], [1], [0], [0]]).tolist()
    [[1.0, 1.0, 1.0]]
    """
    positive, score = np.asarray(y_true).astype(bool), np.asarray(y_score)
    areas = []
    for mentioned in np.asarray(groups).astype(bool).T:
        chosen = (mentioned, positive != mentioned, positive == mentioned)
        areas.append([roc_auc(positive[rows], score[rows]) for rows in chosen])
    return np.array(areas)


def power_mean(values: npt.ArrayLike, exponent: float) -> float:
    """(mean of x^p)^(1/p); the smallest values count most where p is negative. 0 where p < 0 and one x is 0.

    >>> power_mean([1.0, 0.5], -1)
    0.6666666666666666
    """
    with np.errstate(divide="ignore"):
        return float(np.mean(np.asarray(values, dtype=np.float64) ** exponent) ** (1 / exponent))

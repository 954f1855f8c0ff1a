"""Metrics for ranked lists and rank correlation."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from mlebench.metrics.regression import pearson

_ROWS_AT_ONCE = 1 << 12  # of a matrix: what is computed of them takes many times their memory


def average_precision_at_k(relevant: Collection[Hashable], guesses: Sequence[Hashable], *, k: int) -> float:
    """Sum over the first `k` places of (hits so far / place) at each new hit, over min(|relevant|, k); 0 to 1.

    A guess that stands earlier in the list is no hit but takes up its place. Without relevant items it is 0.

    >>> average_precision_at_k({"a", "b"}, ["a", "x", "b"], k=3)
    0.8333333333333333
    """
    top = guesses[:k]
    if len(relevant) == 1:
        (only,) = relevant
        return 1 / (top.index(only) + 1) if only in top else 0.0
    hits, total, seen = 0, 0.0, set()
    for place, guess in enumerate(top, 1):
        if guess in relevant and guess not in seen:
            hits += 1
            total += hits / place
            seen.add(guess)
    return total / min(len(relevant), k) if relevant else 0.0


def map_at_k(relevant: Sequence[Collection[Hashable]], guesses: Sequence[Sequence[Hashable]], *, k: int) -> float:
    """Mean of the average precision at `k` over queries, 0 to 1.

    >>> map_at_k([{"a"}, {"b"}], [["a"], ["x", "b"]], k=5)
    0.75
    """
    pairs = zip(relevant, guesses, strict=True)
    return sum(average_precision_at_k(wanted, guessed, k=k) for wanted, guessed in pairs) / len(relevant)


def map_at_k_of_codes(
    relevant_query: npt.ArrayLike, relevant_item: npt.ArrayLike, guesses: npt.ArrayLike, *, k: int
) -> float:
    """`map_at_k` of many queries at once, 0 to 1.

    Items are numbers from 0; each (query, item) that is relevant stands once. `guesses` has a row for each
    query, with negative numbers where a guess is no known item.

    >>> map_at_k_of_codes([0, 1], [5, 7], [[5, -1], [-1, 7]], k=5)
    0.75
    """
    query, item = np.asarray(relevant_query, dtype=np.int64), np.asarray(relevant_item, dtype=np.int64)
    guess = np.asarray(guesses, dtype=np.int64)[:, :k]
    width = 1 + max(item.max(initial=0), guess.max(initial=0))
    relevant = np.append(np.sort(query * width + item, kind="stable"), -1)
    counts = np.minimum(np.bincount(query, minlength=len(guess)), k)
    firsts = range(0, max(len(guess), 1), _ROWS_AT_ONCE)
    precision = np.concatenate([_precisions(guess[at : at + _ROWS_AT_ONCE], at, relevant, width) for at in firsts])
    return float(np.mean(precision / np.maximum(counts, 1)))


def _precisions(
    guess: npt.NDArray[np.int64], first_query: int, relevant: npt.NDArray[np.int64], width: int
) -> npt.NDArray[np.float64]:
    """The sum of (hits so far / place) at each new hit, for some queries; `relevant` are query * width + item, sorted,
    and -1 at the end.
    """
    row, place = np.nonzero(guess >= 0)
    pairs = (row + first_query) * width + guess[row, place]
    hits = np.flatnonzero(relevant[np.searchsorted(relevant[:-1], pairs)] == pairs)
    # A guess that stands earlier in the list is no hit.
    hits = np.sort(hits[np.unique(pairs[hits], return_index=True)[1]])
    row, place = row[hits], place[hits]
    hits_so_far = np.arange(len(row)) - np.searchsorted(row, row) + 1
    return np.bincount(row, hits_so_far / (place + 1), minlength=len(guess)).astype(np.float64)


def _inversions(ranks: npt.NDArray[Any], first: npt.NDArray[Any], longest: int) -> int:
    """Inversions of lists that stand one after the other: ranks within each list, and where the list begins."""
    small: Any = np.int32 if ranks.size < 2**31 else np.int64  # half the memory is nearly half the time
    places: npt.NDArray[Any] = np.arange(ranks.size, dtype=small)
    ranks, first = ranks.astype(small), first.astype(small)
    count = 0
    # Two ranks in the wrong order differ first in some bit, where the earlier has 1 and the later 0. At each
    # bit, elements with the same higher bits stand together, in their original order.
    for bit in reversed(range(longest.bit_length())):
        ones = (ranks >> bit) & 1
        ones_before = np.cumsum(ones, dtype=small) - ones
        start = first + ((ranks >> (bit + 1)) << (bit + 1))
        ones_in_group = ones_before - ones_before[start]
        is_one = ones.astype(bool)
        count += int(ones_in_group.sum(where=~is_one, dtype=np.int64))
        target = np.where(is_one, start + (1 << bit) + ones_in_group, places - ones_in_group)
        moved = np.empty_like(ranks)
        moved[target] = ranks
        ranks = moved
    return count


def pooled_kendall_tau(y_true: Sequence[Sequence[Hashable]], y_pred: Sequence[Sequence[Hashable]]) -> float:
    """1 - 4 ΣS / Σn(n-1) over lists of n items, S the pairs in the wrong order; -1 to 1.

    The sums run before the division, so long lists weigh more. Each predicted list is a permutation of
    the true one. NaN where no list has two items.

    >>> pooled_kendall_tau([["a", "b", "c"], ["d", "e"]], [["a", "c", "b"], ["d", "e"]])
    0.5
    """
    places: list[int] = []
    for wanted, given in zip(y_true, y_pred, strict=True):
        place = {item: position for position, item in enumerate(wanted, len(places))}
        places.extend(place[item] for item in given)
    return pooled_kendall_tau_of_places(places, [len(items) for items in y_true])


def pooled_kendall_tau_of_places(places: npt.ArrayLike, lengths: npt.ArrayLike) -> float:
    """`pooled_kendall_tau` from the true place of each predicted item.

    Places count on from list to list, without gaps.

    >>> pooled_kendall_tau_of_places([0, 2, 1, 3, 4], [3, 2])
    0.5
    """
    sizes = np.asarray(lengths, dtype=np.int64)
    pairs = int((sizes * (sizes - 1)).sum())
    if not pairs:
        return float("nan")
    first = np.repeat(np.cumsum(sizes) - sizes, sizes)
    return 1 - 4 * _inversions(np.asarray(places) - first, first, int(sizes.max())) / pairs


def label_weighted_lrap(y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> float:
    """Label-weighted label-ranking average precision (lwlrap): mean over all true labels of T / R, 0 to 1.

    R is how many labels of the same row score at least as high as the true label, T how many of those are
    true; so labels with the same score all take the worst rank among them. NaN without any true label.

    >>> round(label_weighted_lrap([[1, 0, 0], [0, 1, 1]], [[0.5, 0.9, 0.1], [0.3, 0.2, 0.2]]), 6)
    0.611111
    """
    truth, score = np.asarray(y_true).astype(bool), np.asarray(y_score, dtype=np.float64)
    if not truth.any():
        return float("nan")
    pieces = (slice(start, start + _ROWS_AT_ONCE) for start in range(0, len(truth), _ROWS_AT_ONCE))
    return float(np.mean(np.concatenate([_precision_at_labels(truth[rows], score[rows]) for rows in pieces])))


def _precision_at_labels(truth: npt.NDArray[np.bool_], score: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """T / R of each true label."""
    order = np.argsort(-score, axis=1)
    truth, score = np.take_along_axis(truth, order, axis=1), np.take_along_axis(score, order, axis=1)
    # The last place of each group of equal scores, at each place of the group.
    last = truth.shape[1] - 1
    ends = np.full(truth.shape, last)
    ends[:, :-1] = np.where(score[:, :-1] != score[:, 1:], np.arange(last), last)
    ends = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    true_by_then = np.take_along_axis(truth.cumsum(axis=1), ends, axis=1)
    precision: npt.NDArray[np.float64] = (true_by_then / (ends + 1))[truth]
    return precision


def spearman(y_true: npt.ArrayLike, y_pred: npt.ArrayLike) -> float:
    """Linear correlation of the ranks, ties sharing their mean rank; -1 to 1. NaN where one side is constant.

    >>> spearman([1, 2, 3], [10, 1000, 100])
    0.5
    """
    return pearson(mean_ranks(y_true), mean_ranks(y_pred))


def mean_ranks(values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The place of each value among all, from 1; equal ones share their mean place. NaN for all where one is NaN.

    >>> mean_ranks([20, 10, 20]).tolist()
    [2.5, 1.0, 2.5]
    """
    array = np.asarray(values)
    ordered = np.sort(array)
    if ordered.size and np.isnan(ordered[-1]):
        return np.full(len(ordered), np.nan)
    return np.asarray((np.searchsorted(ordered, array, "left") + np.searchsorted(ordered, array, "right") + 1) / 2)

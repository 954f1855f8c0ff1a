"""Statistics of medals over competitions and seeds: functions of numbers, which know nothing of runs.

Whatever is random is drawn from a generator with the fixed seed `RANDOM_SEED`, so that the same results give the same
figures. docs/explanation/statistics.md says in words what each figure means.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]

RANDOM_SEED = 20_240_610
RESAMPLES = 2_000
CONFIDENCE = 0.95
POWER = 0.8
MOST_SEEDS = 100  # that pass@k and best-of-k are told for
_AT_A_TIME = 1 << 20  # numbers that are drawn: a resample of all seeds may have many more


class Estimate(NamedTuple):
    """A mean, its standard error (null for a single value), and over how many values."""

    mean: float
    error: float | None
    n: int


class Interval(NamedTuple):
    """Where 95 of 100 resamples lie."""

    low: float
    high: float


class Correlation(NamedTuple):
    """A coefficient from -1 to 1, its interval by a bootstrap, and how often chance alone brings so large a one."""

    value: float
    interval: Interval
    p_value: float


class Share(NamedTuple):
    """So many of so many."""

    part: int
    of: int

    @property
    def percent(self) -> float:
        """From 0 to 100; 0 of 0 is 0."""
        return 100.0 * self.part / self.of if self.of else 0.0


def estimate(values: Iterable[float]) -> Estimate | None:
    """Mean and standard error (sample standard deviation over √n); null without values.

    >>> estimate([0.0, 100.0])
    Estimate(mean=50.0, error=50.0, n=2)
    """
    numbers = [float(value) for value in values]
    if not numbers:
        return None
    n, middle = len(numbers), mean(numbers)
    if n == 1:
        return Estimate(middle, None, n)
    variance = math.fsum((value - middle) ** 2 for value in numbers) / (n - 1)
    return Estimate(middle, math.sqrt(variance / n), n)


def mean(numbers: Sequence[float]) -> float:
    """Where all agree, so does the mean, to the last digit."""
    return numbers[0] if min(numbers) == max(numbers) else math.fsum(numbers) / len(numbers)


def resampled_rates(won: Sequence[Sequence[int]], tried: Sequence[Sequence[int]]) -> list[Numbers]:
    """The mean rate (0 to 1) of each agent in each resample: a row of `won` and `tried` for each agent.

    A resample draws competitions with replacement, the same for all agents, and for each competition that it draws its
    seeds, for each agent by itself. To draw n seeds with replacement from n of which c won is to draw from a binomial
    distribution, and competitions with the same figures are drawn together: the result is the same, only sooner.
    """
    rng = np.random.default_rng(RANDOM_SEED)
    agents, competitions = len(won), len(won[0])
    kinds, repeats = np.unique(np.array([*won, *tried], dtype=int), axis=1, return_counts=True)
    drawn = rng.multinomial(competitions, repeats / competitions, size=RESAMPLES)
    rates = []
    for wins, runs in zip(kinds[:agents], kinds[agents:], strict=True):
        rates.append((rng.binomial(runs * drawn, wins / runs) / runs).sum(axis=1) / competitions)
    return rates


def hierarchical_interval(won: Sequence[int], tried: Sequence[int]) -> Interval:
    """Of a percentage: competitions are drawn with replacement, and the seeds of each that was drawn.

    `won` and `tried` have one figure for each competition. Where every run has won, or none, all resamples are alike;
    then the exact interval of a rate (Clopper and Pearson's) of as many tries as there are competitions is given.

    >>> hierarchical_interval([2, 2, 2, 2, 2, 2, 0, 0], [2] * 8)
    Interval(low=37.5, high=100.0)
    >>> [round(end, 1) for end in hierarchical_interval([0] * 22, [3] * 22)]
    [0.0, 15.4]
    """
    if sum(won) in (0, sum(tried)):
        far = 100.0 * ((1 - CONFIDENCE) / 2) ** (1 / len(won))
        return Interval(far, 100.0) if sum(won) else Interval(0.0, 100.0 - far)
    (rates,) = resampled_rates([won], [tried])
    return interval_of(100.0 * rates)


def mean_interval(values: Sequence[Sequence[float]]) -> Interval:
    """Of the mean over competitions of their seeds' mean: competitions and seeds are drawn as for a percentage.

    `values` has the seeds' values of each competition.

    >>> [round(end, 1) for end in mean_interval([[80.0, 90.0], [40.0, 60.0], [0.0, 0.0], [70.0, 95.0]])]
    [15.0, 85.0]
    """
    rng = np.random.default_rng(RANDOM_SEED)
    drawn = rng.integers(len(values), size=(RESAMPLES, len(values)))
    means = np.empty(drawn.shape)
    for competition, own in enumerate(values):
        places, scores = np.flatnonzero(drawn == competition), np.asarray(own)
        for some in np.array_split(places, 1 + len(places) * len(own) // _AT_A_TIME):
            means.flat[some] = scores[rng.integers(len(own), size=(len(some), len(own)))].mean(axis=1)
    return interval_of(means.mean(axis=1))


def interval_of(resampled: Numbers) -> Interval:
    """The middle 95 % of resampled figures."""
    tail = 50.0 * (1 - CONFIDENCE)
    low, high = np.percentile(resampled, [tail, 100 - tail])
    return Interval(float(low), float(high))


def correlation(x: Sequence[float], y: Sequence[float], *, ranks: bool = False) -> Correlation | None:
    """Pearson's, or with `ranks` Spearman's; null for fewer than three pairs, and where either does not vary.

    The interval is the middle 95 % of resamples of the pairs; those in which either does not vary say nothing.

    >>> found = correlation([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5])
    >>> round(found.value, 3), [round(end, 2) for end in found.interval]
    (0.829, [0.45, 1.0])
    """
    from scipy import stats

    first, second = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if len(first) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    found = (stats.spearmanr if ranks else stats.pearsonr)(first, second)
    drawn = np.random.default_rng(RANDOM_SEED).integers(0, len(first), (RESAMPLES, len(first)))
    one, two = first[drawn], second[drawn]
    if ranks:
        one, two = stats.rankdata(one, axis=1), stats.rankdata(two, axis=1)
    one, two = one - one.mean(axis=1, keepdims=True), two - two.mean(axis=1, keepdims=True)
    spread = np.sqrt((one**2).sum(axis=1) * (two**2).sum(axis=1))
    varies = spread > 1e-12 * np.ptp(first) * np.ptp(second)
    resampled = np.clip((one * two).sum(axis=1)[varies] / spread[varies], -1, 1)
    return Correlation(float(found.statistic), interval_of(resampled), float(found.pvalue))


def pass_at_k(won: Sequence[int], tried: Sequence[int]) -> list[float]:
    """Per cent of competitions won by at least one of k seeds, for k = 1, 2, … as far as all have so many.

    Of n seeds with c wins, k seeds without replacement hold none with the chance C(n − c, k) / C(n, k).

    >>> [round(value, 2) for value in pass_at_k([1, 0], [3, 3])]
    [16.67, 33.33, 50.0]
    """
    most = min([MOST_SEEDS, *tried]) if tried else 0
    wins, runs, earlier = np.asarray(won)[:, None], np.asarray(tried)[:, None], np.arange(most)
    none = np.cumprod(np.clip((runs - wins - earlier) / (runs - earlier), 0, None), axis=1)
    return [float(value) for value in 100 * (1 - none).mean(axis=0)] if most else []


def best_of_k(values: Sequence[Sequence[float]]) -> list[float]:
    """The mean over competitions of what the best of k seeds is expected to have, for k = 1, 2, …

    `values` has the seeds' values of each competition; of n sorted ones, the i-th is the best of k with the chance
    C(i − 1, k − 1) / C(n, k).

    >>> [round(value, 2) for value in best_of_k([[0.0, 30.0, 60.0]])]
    [30.0, 50.0, 60.0]
    """
    most = min([MOST_SEEDS, *map(len, values)]) if values else 0
    total = np.zeros(most)
    for n in set(map(len, values)):
        ordered = np.sort(np.array([own for own in values if len(own) == n], dtype=float), axis=1)
        total += ordered.sum(axis=0) @ _chances_of_best(n, most)
    return [float(value) / len(values) for value in total]


@cache
def _chances_of_best(n: int, most: int) -> Numbers:
    """For each of n sorted values and k up to `most`: how often it is the best of k."""
    chances, places = np.full((n, most), 1 / n), np.arange(1, n + 1)
    for k in range(1, most):
        chances[:, k] = chances[:, k - 1] * (places - k) / k * (k + 1) / (n - k)
    return chances


def sign_test(ahead: int, behind: int) -> float:
    """Two-sided and exact: how often so one-sided a split, or more so, comes from a fair coin. Ties do not count.

    With one seed on each side this is McNemar's exact test.

    >>> sign_test(5, 0)
    0.0625
    """
    from scipy.stats import binomtest

    return float(binomtest(ahead, ahead + behind).pvalue) if ahead + behind else 1.0


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted for their number, by Holm's step-down method.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def detectable(error: float, power: float = POWER) -> float:
    """The true difference that a comparison with this standard error finds with this power, at the 5 % level.

    >>> round(detectable(1.0), 2)
    2.8
    """
    from scipy.stats import norm

    return float((norm.ppf((1 + CONFIDENCE) / 2) + norm.ppf(power)) * error)


def cohens_h(first: float, second: float) -> float:
    """Cohen's effect size of two rates (0 to 1), above 0 where the second is ahead: 0.2 is called small, 0.8 large.

    >>> round(cohens_h(0.5, 0.75), 2)
    0.52
    """
    return 2 * (math.asin(math.sqrt(second)) - math.asin(math.sqrt(first)))

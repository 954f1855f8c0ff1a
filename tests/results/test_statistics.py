"""Statistics against SciPy, statsmodels, brute force, and numbers worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_confint, proportion_effectsize

from mlebench.results import statistics

counts = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=2, max_size=12).map(
    lambda pairs: ([min(k, n) for k, n in pairs], [n for _, n in pairs])
)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=40))
def test_the_standard_error_is_scipys(values: list[float]) -> None:
    found = statistics.estimate(values)
    assert found is not None
    assert found.mean == pytest.approx(np.mean(values), rel=1e-9, abs=1e-6)
    assert found.error == pytest.approx(scipy.stats.sem(values), rel=1e-6, abs=1e-6)


def test_values_that_agree_have_exactly_their_mean_and_no_error() -> None:
    assert statistics.estimate([0.1] * 3) == (0.1, 0.0, 3)
    assert statistics.estimate([0.1]) == (0.1, None, 1)
    assert statistics.estimate([]) is None


def brute_force(won: list[int], tried: list[int], resamples: int) -> tuple[np.ndarray[Any, Any], float]:
    """The same bootstrap run by run, as it is described: competitions, then the seeds of each."""
    rng = np.random.default_rng(7)
    outcomes = [np.repeat([1.0, 0.0], [k, n - k]) for k, n in zip(won, tried, strict=True)]
    means = []
    for _ in range(resamples):
        chosen = rng.integers(0, len(outcomes), len(outcomes))
        means.append(np.mean([rng.choice(outcomes[c], len(outcomes[c])).mean() for c in chosen]))
    return np.array(means), float(np.std(means))


@pytest.mark.parametrize(
    ("won", "tried"), [([3, 0, 1, 2, 3, 0, 0, 3], [3] * 8), ([1, 0, 1, 5, 2], [1, 1, 1, 5, 4]), ([1, 2], [3, 3])]
)
def test_the_hierarchical_bootstrap_has_the_distribution_of_drawing_run_by_run(
    won: list[int], tried: list[int]
) -> None:
    expected, spread = brute_force(won, tried, 4000)
    (found,) = statistics.resampled_rates([won], [tried])
    assert found.mean() == pytest.approx(expected.mean(), abs=5 * spread / math.sqrt(2000))
    assert found.std() == pytest.approx(spread, rel=0.1)
    # The largest distance of the two distribution functions; both are drawn with fixed seeds.
    assert scipy.stats.ks_2samp(found.round(9), expected.round(9)).statistic < 0.06


def test_with_one_seed_it_is_scipys_bootstrap_of_competitions() -> None:
    won = [1] * 13 + [0] * 9
    low, high = statistics.hierarchical_interval(won, [1] * 22)
    done = scipy.stats.bootstrap((np.array(won),), np.mean, n_resamples=9999, method="percentile", rng=3)
    assert (low, high) == pytest.approx([100 * end for end in done.confidence_interval], abs=4.6)  # one competition


@pytest.mark.parametrize(
    "values",
    [
        [[80.0, 90.0, 10.0], [40.0, 60.0, 0.0], [0.0, 0.0, 0.0], [70.0, 95.0, 99.0], [5.0, 20.0, 60.0]],
        [[0.1], [0.9, 1.4, 0.0, 0.2], [0.5, 0.7]],
    ],
)
def test_the_interval_of_a_mean_has_the_ends_of_drawing_run_by_run(values: list[list[float]]) -> None:
    rng = np.random.default_rng(11)
    drawn = [
        np.mean([rng.choice(values[c], len(values[c])).mean() for c in rng.integers(0, len(values), len(values))])
        for _ in range(8000)
    ]
    found = statistics.mean_interval(values)
    assert found == pytest.approx(np.percentile(drawn, [2.5, 97.5]), abs=0.2 * np.std(drawn))
    assert found == statistics.mean_interval(values), "the random seed is fixed"


def test_with_one_seed_the_interval_of_a_mean_is_scipys_bootstrap_of_competitions() -> None:
    values = np.random.default_rng(5).gamma(2.0, 20.0, 40)
    done = scipy.stats.bootstrap((values,), np.mean, n_resamples=9999, method="percentile", rng=3)
    found = statistics.mean_interval([[value] for value in values])
    assert found == pytest.approx(list(done.confidence_interval), abs=0.15 * scipy.stats.sem(values))


def test_two_agents_are_drawn_the_same_competitions() -> None:
    won = [3, 0, 3, 0, 3, 0, 3, 0]
    first, second = statistics.resampled_rates([won, won], [[3] * 8, [3] * 8])
    assert (first == second).all(), "without chance in the seeds, only the competitions vary, and alike"
    assert first.std() > 0.1


@given(counts)
def test_an_interval_holds_the_mean_and_nothing_beyond_0_and_100(pair: tuple[list[int], list[int]]) -> None:
    won, tried = pair
    mean = 100 * np.mean([k / n for k, n in zip(won, tried, strict=True)])
    low, high = statistics.hierarchical_interval(won, tried)
    assert 0 <= low <= mean + 1e-9
    assert mean - 1e-9 <= high <= 100
    assert low < high, "a figure without chance does not exist"
    assert (low, high) == statistics.hierarchical_interval(won, tried), "the random seed is fixed"


@pytest.mark.parametrize("won", [0, 22])
def test_where_nothing_varies_the_interval_is_the_exact_one_of_a_rate(won: int) -> None:
    found = statistics.hierarchical_interval([3 * (won > 0)] * 22, [3] * 22)
    assert found == pytest.approx([100 * end for end in proportion_confint(won, 22, method="beta")])


def _subsets(values: list[float], k: int, of: Callable[[list[float]], float]) -> float:
    return float(np.mean([of(list(chosen)) for chosen in combinations(values, k)]))


@given(counts)
def test_pass_at_k_is_the_mean_over_all_choices_of_k_seeds(pair: tuple[list[int], list[int]]) -> None:
    won, tried = pair
    runs = [[1.0] * k + [0.0] * (n - k) for k, n in zip(won, tried, strict=True)]
    expected = [100 * np.mean([_subsets(own, k, max) for own in runs]) for k in range(1, min(tried) + 1)]
    assert statistics.pass_at_k(won, tried) == pytest.approx(expected)


@given(st.lists(st.lists(st.floats(-50, 100), min_size=1, max_size=6), min_size=1, max_size=5))
def test_best_of_k_is_the_mean_over_all_choices_of_k_seeds(values: list[list[float]]) -> None:
    most = min(map(len, values))
    expected = [np.mean([_subsets(own, k, max) for own in values]) for k in range(1, most + 1)]
    assert statistics.best_of_k(values) == pytest.approx(expected, abs=1e-9)


def test_many_seeds_do_not_overflow() -> None:
    passed = statistics.pass_at_k([1, 5000], [20_000, 20_000])
    assert len(passed) == statistics.MOST_SEEDS
    assert passed == sorted(passed)
    assert passed[0] == pytest.approx(100 * (1 / 20_000 + 0.25) / 2)
    best = statistics.best_of_k([list(range(5000))])
    assert best == sorted(best)
    assert best[99] == pytest.approx(5001 * 100 / 101 - 1)  # the mean of the largest of 100 without replacement


def test_nothing_is_nothing() -> None:
    assert statistics.pass_at_k([], []) == []
    assert statistics.best_of_k([]) == []


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_with_one_seed_the_sign_test_is_mcnemars(ahead: int, behind: int, tied: int) -> None:
    found = statistics.sign_test(ahead, behind)
    expected = mcnemar([[tied, ahead], [behind, 0]], exact=True).pvalue if ahead + behind else 1.0
    assert found == pytest.approx(min(1.0, expected))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_is_statsmodels(p_values: list[float]) -> None:
    assert statistics.holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


@given(st.floats(0, 1), st.floats(0, 1))
def test_cohens_h_is_statsmodels(first: float, second: float) -> None:
    assert statistics.cohens_h(first, second) == pytest.approx(proportion_effectsize(second, first), abs=1e-9)


@pytest.mark.parametrize("power", [0.6, 0.8, 0.95])
def test_the_detectable_difference_has_the_power_that_it_claims(power: float) -> None:
    # Two groups of 50 with a standard deviation of 1: the error of their difference is 0.2.
    effect = statistics.detectable(0.2, power)
    assert NormalIndPower().power(effect, 50, 0.05, ratio=1) == pytest.approx(power, abs=1e-3)

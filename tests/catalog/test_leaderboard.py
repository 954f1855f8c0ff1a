from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.catalog import Leaderboard, medal_ranks


@pytest.mark.parametrize(
    ("teams", "ranks"),
    [
        (1, (1, 1, 1)),
        (9, (1, 1, 3)),
        (99, (9, 19, 39)),
        (100, (10, 20, 40)),
        (249, (10, 49, 99)),
        (250, (10, 50, 100)),
        (999, (11, 50, 100)),
        (1000, (12, 50, 100)),
        (1242, (12, 62, 124)),
        (3500, (17, 175, 350)),
    ],
)
def test_medal_ranks_at_the_edges_of_the_rule(teams: int, ranks: tuple[int, int, int]) -> None:
    assert tuple(medal_ranks(teams)) == ranks


def leaderboard(scores: list[float], *, lower: bool) -> Leaderboard:
    return Leaderboard.from_scores(scores, lower_is_better=lower, source="test", kind="human")


@pytest.mark.parametrize("lower", [True, False])
def test_both_ends_of_the_board_are_exact(lower: bool) -> None:
    made = leaderboard([float(i) for i in range(201)], lower=lower)
    best, worst = (0.0, 200.0) if lower else (200.0, 0.0)
    beyond_best, beyond_worst = (best - 1, worst + 1) if lower else (best + 1, worst - 1)
    assert made.percentile(best, lower_is_better=lower) == 100
    assert made.percentile(beyond_best, lower_is_better=lower) == 100
    assert made.percentile(worst, lower_is_better=lower) == 0
    assert made.percentile(beyond_worst, lower_is_better=lower) == 0
    assert made.percentile(100.0, lower_is_better=lower) == 50


def test_unknown_board_gives_no_percentile() -> None:
    made = Leaderboard(source="test", gold=3, silver=2, bronze=1, median=0)
    assert made.percentile(2, lower_is_better=False) is None


def test_ties_share_their_middle() -> None:
    made = leaderboard([0.0] * 10 + [1.0] * 90, lower=True)
    assert made.percentile(1.0, lower_is_better=True) == 0
    assert made.percentile(0.5, lower_is_better=True) == pytest.approx(90, abs=1.5)


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=60),
    st.floats(-1e6, 1e6),
    st.floats(-1e6, 1e6),
    st.booleans(),
)
def test_a_better_score_never_has_a_lower_percentile(
    scores: list[float], first: float, second: float, lower: bool
) -> None:
    made = leaderboard(scores, lower=lower)
    better, worse = (min(first, second), max(first, second)) if lower else (max(first, second), min(first, second))
    high, low = (made.percentile(score, lower_is_better=lower) for score in (better, worse))
    assert high is not None
    assert low is not None
    assert 0 <= low <= high <= 100


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=300), st.booleans())
def test_thresholds_are_scores_of_the_ranks(scores: list[float], lower: bool) -> None:
    made = leaderboard(scores, lower=lower)
    ranked = sorted(scores, reverse=not lower)
    ranks = medal_ranks(len(scores))
    assert (made.gold, made.silver, made.bronze) == tuple(ranked[r - 1] for r in ranks)
    assert math.isclose(made.median, float(np.median(ranked)))

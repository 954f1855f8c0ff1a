"""Medals: a score against the thresholds of a leaderboard."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mlebench.catalog import Leaderboard

Medal = Literal["gold", "silver", "bronze"]


class Standing(NamedTuple):
    """Where a score stands. Only the best medal is given."""

    medal: Medal | None
    above_median: bool
    percentile: float | None


def standing(score: float, leaderboard: Leaderboard, *, lower_is_better: bool) -> Standing:
    """A score that equals a threshold wins it; above the median is strict."""
    sign = -1.0 if lower_is_better else 1.0
    medals: tuple[Medal, ...] = ("gold", "silver", "bronze")
    medal = next((name for name in medals if sign * score >= sign * getattr(leaderboard, name)), None)
    return Standing(
        medal=medal,
        above_median=sign * score > sign * leaderboard.median,
        percentile=leaderboard.percentile(score, lower_is_better=lower_is_better),
    )

"""Medals: a score against the thresholds of a board."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mlebench.catalog import Leaderboard

Medal = Literal["gold", "silver", "bronze"]


class Standing(NamedTuple):
    """Where a score stands. Only the best medal is given."""

    medal: Medal | None
    above_median: bool
    percentile: float | None


def standing(score: float, board: Leaderboard, *, lower_is_better: bool) -> Standing:
    """A score that equals a threshold wins it; above the median is strict."""
    sign = -1.0 if lower_is_better else 1.0
    thresholds: dict[Medal, float] = {"gold": board.gold, "silver": board.silver, "bronze": board.bronze}
    medal = next((name for name, threshold in thresholds.items() if sign * score >= sign * threshold), None)
    return Standing(
        medal=medal,
        above_median=sign * score > sign * board.median,
        percentile=board.percentile(score, lower_is_better=lower_is_better),
    )

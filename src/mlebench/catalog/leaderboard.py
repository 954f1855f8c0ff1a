"""The digest of a competition's leaderboard: medal thresholds, median and percentiles."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from mlebench.catalog._base import StrictModel

PERCENTILES = 101


class MedalRanks(NamedTuple):
    """The last rank that still wins each medal."""

    gold: int
    silver: int
    bronze: int


def medal_ranks(teams: int) -> MedalRanks:
    """Kaggle's medal ranks for a competition with this many teams.

    >>> medal_ranks(1242)
    MedalRanks(gold=12, silver=62, bronze=124)
    """
    if teams < 1:
        raise ValueError("a leaderboard needs at least one team")
    extended_gold = 10 + teams * 2 // 1000
    if teams < 100:
        ranks = (teams // 10, teams * 2 // 10, teams * 4 // 10)
    elif teams < 250:
        ranks = (10, teams * 2 // 10, teams * 4 // 10)
    elif teams < 1000:
        ranks = (extended_gold, 50, 100)
    else:
        ranks = (extended_gold, teams * 5 // 100, teams // 10)
    return MedalRanks(*(max(1, rank) for rank in ranks))


class Leaderboard(StrictModel):
    """What is known of a leaderboard. A figure that nobody recorded is null, never guessed."""

    kind: Literal["human", "model"] = Field("human", description="who is on the leaderboard: people, or fitted models")
    source: str  # where the figures come from
    teams: int | None = Field(None, ge=1, description="how many are on it; null: not known")
    gold: float  # the score of the last rank that wins it
    silver: float  # likewise
    bronze: float  # likewise
    median: float  # the middle of the leaderboard
    percentiles: list[float] | None = Field(
        None, description="101 scores: the leaderboard's quantiles from its best score to its worst"
    )
    note: str | None = None  # what else is to be said of it
    digest: str | None = Field(None, description="SHA-256 of the file that a user named in place of the recorded one")

    @model_validator(mode="after")
    def _percentiles_are_complete(self) -> Leaderboard:
        if self.percentiles is not None and len(self.percentiles) != PERCENTILES:
            raise ValueError(f"percentiles must have {PERCENTILES} values, found {len(self.percentiles)}")
        return self

    def percentile(self, score: float, *, lower_is_better: bool) -> float | None:
        """Share of the leaderboard (0 to 100) that this score leaves behind; ties share their middle.

        The leaderboard's best score or better gives 100, its worst or worse gives 0; null without a leaderboard.
        """
        if self.percentiles is None:
            return None
        return percentile_on(self.percentiles, score, lower_is_better=lower_is_better)

    @classmethod
    def from_scores(
        cls, scores: Iterable[float], *, lower_is_better: bool, source: str, kind: Literal["human", "model"]
    ) -> Leaderboard:
        """Digest a whole leaderboard."""
        import numpy as np

        ranked = np.sort(np.asarray(list(scores), dtype=float))
        if not lower_is_better:
            ranked = ranked[::-1]
        ranks = medal_ranks(len(ranked))
        return cls(
            kind=kind,
            source=source,
            teams=len(ranked),
            gold=float(ranked[ranks.gold - 1]),
            silver=float(ranked[ranks.silver - 1]),
            bronze=float(ranked[ranks.bronze - 1]),
            median=float(np.median(ranked)),
            percentiles=[float(v) for v in np.quantile(ranked, np.linspace(0, 1, PERCENTILES))]
            if lower_is_better
            else [float(v) for v in np.quantile(ranked, np.linspace(1, 0, PERCENTILES))],
        )


def percentile_on(percentiles: Sequence[float], score: float, *, lower_is_better: bool) -> float | None:
    """The share of a leaderboard with these quantiles, from its best score to its worst, that a score leaves behind."""
    if not math.isfinite(score):
        return None
    # As losses, ascending: index i is the score that i percent of the leaderboard is better than.
    sign = 1.0 if lower_is_better else -1.0
    losses = [sign * score for score in percentiles]
    loss = sign * score
    if loss <= losses[0]:
        return 100.0
    if loss >= losses[-1]:
        return 0.0
    first, last = bisect_left(losses, loss), bisect_right(losses, loss)
    if first < last:
        position = (first + last - 1) / 2
    else:
        below, above = losses[first - 1], losses[first]
        position = first - 1 + (loss - below) / (above - below)
    return round(100.0 - position, 2)

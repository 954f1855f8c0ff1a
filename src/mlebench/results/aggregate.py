"""Figures over runs: means with their standard errors over seeds, intervals, counts, and what was spent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from mlebench.catalog import CompetitionFacts
from mlebench.results.run import COMPLEXITIES, HEADLINE, MEASURES, RunResult, apart
from mlebench.results.spending import Spent, spending
from mlebench.results.statistics import (
    Estimate,
    Interval,
    Share,
    best_of_k,
    estimate,
    hierarchical_interval,
    mean,
    mean_interval,
    pass_at_k,
)

MINIATURES = "miniature"  # the row that stands for all complexities: they say nothing about toy data
_PLACES = ("any_medal", "gold", "silver", "bronze", "above_median")
_OTHERS = tuple(name for name in MEASURES if name not in _PLACES)
Figure: TypeAlias = Literal["percentile", "normalised"]  # of a run
Part: TypeAlias = Literal["competition_id", "replicate"]


class Tally(NamedTuple):
    """For each part of some runs: so many that have reached something, of so many that could."""

    won: list[int]
    tried: list[int]


@dataclass(frozen=True)
class Summary:
    """Figures of a set of runs. Percentages and percentiles go from 0 to 100.

    `measures` holds no medals where none can be won: on miniatures (unless they were asked for), and without a
    leaderboard. Among others, competitions without a leaderboard do not count towards medals.
    """

    label: str
    competitions: int
    members: Sequence[RunResult]
    seeds: int
    measures: dict[str, Estimate]
    percentile: Estimate | None
    score: Estimate | None = None  # of one competition: scores of different metrics have no mean
    facts: CompetitionFacts | None = None

    @property
    def data(self) -> list[str]:
        """The kinds of data behind the figures, where they are known."""
        return sorted({run.data for run in self.members if run.data is not None})

    @property
    def mark(self) -> str | None:
        """What must stand beside the figures."""
        return next((kind for kind in ("miniature", "unverified") if kind in self.data), None)

    @cached_property
    def missing(self) -> int:
        """Runs that no source has; they count as failures."""
        return sum(run.missing for run in self.members)

    def count(self, measure: str) -> Share | None:
        """So many of so many runs; null where the measure has no figure."""
        won, tried = self._by_competition[measure]
        return Share(sum(won), sum(tried)) if measure in self.measures else None

    def interval(self, measure: str) -> Interval | None:
        """Of a percentage, by a bootstrap of competitions and seeds; null where there is one competition only."""
        won, tried = self._by_competition[measure]
        return hierarchical_interval(won, tried) if measure in self.measures and len(won) > 1 else None

    def interval_of_mean(self, figure: Figure) -> Interval | None:
        """Likewise of the mean percentile or the mean normalised score."""
        if self.competitions == 1:
            return None
        values = list(_values(self.members, figure, "competition_id").values())
        return mean_interval(values) if len(values) > 1 else None

    @cached_property
    def normalised(self) -> Estimate | None:
        """The mean normalised score over seeds: 0 is the sample submission's, 1 gold."""
        return _over_replicates(self.members, "normalised")

    @cached_property
    def pass_at_k(self) -> list[float]:
        """Per cent of competitions with a medal in at least one of k seeds: k = 1, 2, …"""
        return pass_at_k(*self._by_competition["any_medal"]) if "any_medal" in self.measures else []

    def best_of_k(self, figure: Figure) -> list[float]:
        """What the best of k seeds is expected to have, on average over competitions: k = 1, 2, …"""
        return best_of_k(list(_values(self.members, figure, "competition_id").values()))

    @cached_property
    def spent(self) -> dict[str, Spent]:
        """Cost, tokens, hours and GPU hours, as far as they are known."""
        return spending(self.members)

    @cached_property
    def _by_competition(self) -> dict[str, Tally]:
        return tallies(self.members, "competition_id")


def by_competition(runs: Sequence[RunResult]) -> list[Summary]:
    """One summary for each competition of one agent's runs, over its seeds; miniatures last and by themselves.

    Competitions that the agent has no run of have none.
    """
    members: dict[tuple[bool, str], list[RunResult]] = {}
    for run in [run for part in apart(runs) for run in part]:
        members.setdefault((run.is_miniature, run.competition_id), []).append(run)
    summaries = []
    for (_, competition_id), own in members.items():
        if all(run.missing for run in own):
            continue
        scores = [run.report.score for run in own if run.report and run.report.score is not None]
        summaries.append(
            Summary(
                label=competition_id,
                competitions=1,
                members=own,
                seeds=len(own),
                measures=_measures(own),
                percentile=estimate(run.percentile for run in own if run.percentile is not None),
                score=estimate(scores),
                facts=own[0].facts,
            )
        )
    return summaries


def by_complexity(runs: Sequence[RunResult]) -> list[Summary]:
    """One summary for each complexity of one agent's runs, `all` over low, medium and high, and the miniatures'."""
    real, miniatures = apart(runs)
    parts = {c: [run for run in real if run.facts.complexity == c] for c in COMPLEXITIES}
    summaries = [over_seeds(c, part) for c, part in parts.items() if part]
    headline = [part for c, part in parts.items() if part and c in HEADLINE]
    # A seed that has nothing of a split says nothing about all of them.
    common = set.intersection(*({run.replicate for run in part} for part in headline)) if headline else set()
    if len(headline) > 1 and common:
        summaries.append(over_seeds("all", [run for part in headline for run in part if run.replicate in common]))
    return [*summaries, over_seeds(MINIATURES, miniatures)] if miniatures else summaries


def by_category(runs: Sequence[RunResult]) -> list[Summary]:
    """One summary for each category of one agent's runs, and the miniatures'."""
    real, miniatures = apart(runs)
    names = sorted({run.facts.category for run in real})
    summaries = [over_seeds(name or "unknown", [r for r in real if r.facts.category == name]) for name in names]
    return [*summaries, over_seeds(MINIATURES, miniatures)] if miniatures else summaries


def headline(runs: Sequence[RunResult], summaries: Sequence[Summary] | None = None) -> Summary:
    """The figures that an agent is known by: `all`, else of what it has of the benchmark, else of its real runs.

    `summaries` are those by complexity, where they are known already.
    """
    real, _ = apart(runs)
    found = {summary.label: summary for summary in summaries or by_complexity(runs)}
    chosen = [run for run in real if run.facts.complexity in HEADLINE] or real
    labels = {run.facts.complexity for run in chosen}
    if "all" in found or not real:
        return found["all" if real else MINIATURES]
    return found[labels.pop()] if len(labels) == 1 else over_seeds("all", chosen)


def over_seeds(label: str, runs: Sequence[RunResult]) -> Summary:
    """For each seed the share over its competitions; then mean and standard error over the seeds."""
    if all(apart(runs)):
        raise ValueError("figures on miniatures and on real data have no common mean")
    return Summary(
        label=label,
        competitions=len({run.competition_id for run in runs}),
        members=runs,
        seeds=len({run.replicate for run in runs}),
        measures=_measures(runs),
        percentile=_over_replicates(runs, "percentile"),
    )


def counted(runs: Sequence[RunResult], measure: str) -> list[RunResult]:
    """The runs that a measure is taken over: for medals, those that could win one."""
    if measure not in _PLACES:
        return list(runs)
    medals = any(not run.is_miniature or _is_placed(run) for run in runs)
    return [run for run in runs if medals and run.has_leaderboard]


def tallies(runs: Sequence[RunResult], part: Part) -> dict[str, Tally]:
    """By measure, for each part of the runs (a competition, a seed)."""
    found = {}
    for names, members in ((_PLACES, counted(runs, "any_medal")), (_OTHERS, runs)):
        places: dict[object, int] = {}
        numbers = [places.setdefault(name, len(places)) for name in map(attrgetter(part), members)]
        tried = np.bincount(numbers).tolist()
        reached = np.array([run.reached for run in members], dtype=float).reshape(-1, len(MEASURES))
        for column, name in enumerate(MEASURES):
            if name in names:
                found[name] = Tally(np.bincount(numbers, reached[:, column]).astype(int).tolist(), tried)
    return found


def _values(runs: Sequence[RunResult], figure: Figure, part: Part) -> dict[object, list[float]]:
    """What is known of a figure, for each part of the runs."""
    values: dict[object, list[float]] = {}
    for name, value in map(attrgetter(part, figure), runs):
        if value is not None:
            values.setdefault(name, []).append(value)
    return values


def _over_replicates(runs: Sequence[RunResult], figure: Figure) -> Estimate | None:
    return estimate(mean(own) for own in _values(runs, figure, "replicate").values())


def _measures(runs: Sequence[RunResult]) -> dict[str, Estimate]:
    """The share of each replicate, then mean and standard error over them; medals of those that could win one."""
    if not runs:
        raise ValueError("a summary needs at least one run")
    measures = {}
    for name, (won, tried) in tallies(runs, "replicate").items():
        found = estimate(100.0 * wins / of for wins, of in zip(won, tried, strict=True))
        if found is not None:
            measures[name] = found
    return measures


def _is_placed(run: RunResult) -> bool:
    report = run.report
    return report is not None and (report.any_medal or report.above_median or report.percentile is not None)

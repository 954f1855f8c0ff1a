"""Figures over runs: means with their standard errors over seeds, intervals, counts, and what was spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

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
    pass_at_k,
)

MINIATURES = "miniature"  # the row that stands for all complexities: they say nothing about toy data


_PLACES = ("any_medal", "gold", "silver", "bronze", "above_median")


def percentile_of(run: RunResult) -> float | None:
    """Share of the leaderboard left behind: 0 without a valid submission, null where the leaderboard is not known.

    A miniature has no place on it, unless its report was asked for one.
    """
    if run.report is not None and run.report.valid_submission:
        return run.report.percentile
    leaderboard = run.facts.leaderboard if run.has_leaderboard else None
    return 0.0 if leaderboard and leaderboard.percentiles is not None and not run.is_miniature else None


def normalised_of(run: RunResult) -> float | None:
    """Where a score lies between the sample submission (0) and gold (1), or above; null where either is not known.

    A submission that is worse than the sample counts like the sample, and so does none: one run that went astray
    would outweigh all others.
    """
    sample, report = run.facts.sample_score, run.report
    if sample is None or run.is_miniature or not run.has_leaderboard:
        return None
    if report is None or report.score is None or report.gold_threshold is None:
        return 0.0
    way = report.gold_threshold - sample
    return max(0.0, (report.score - sample) / way) if way else None


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

    @cached_property
    def normalised(self) -> Estimate | None:
        """The mean normalised score over seeds: 0 is the sample submission's, 1 gold."""
        return _over_replicates(self.members, normalised_of)

    @cached_property
    def pass_at_k(self) -> list[float]:
        """Per cent of competitions with a medal in at least one of k seeds: k = 1, 2, …"""
        return pass_at_k(*self._by_competition["any_medal"]) if "any_medal" in self.measures else []

    def best_of_k(self, value: Callable[[RunResult], float | None]) -> list[float]:
        """What the best of k seeds is expected to have, on average over competitions: k = 1, 2, …"""
        values: dict[str, list[float]] = {}
        for run in self.members:
            if (found := value(run)) is not None:
                values.setdefault(run.competition_id, []).append(found)
        return best_of_k(list(values.values()))

    @cached_property
    def spent(self) -> dict[str, Spent]:
        """Cost, tokens, hours and GPU hours, as far as they are known."""
        return spending(self.members)

    @cached_property
    def _by_competition(self) -> dict[str, tuple[list[int], list[int]]]:
        """By measure, for each competition: so many runs that have it, of so many."""
        found = {}
        places = {name: counted(self.members, name) for name in ("any_medal", "valid_submission")}
        for name in MEASURES:
            won: dict[str, int] = {}
            members = places["any_medal" if name in _PLACES else "valid_submission"]
            for run in members:
                won[run.competition_id] = won.get(run.competition_id, 0) + run.reached[name]
            tried = Counter(run.competition_id for run in members)
            found[name] = list(won.values()), [tried[competition_id] for competition_id in won]
        return found


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
                measures=_measures([[run] for run in own]),
                percentile=estimate(p for run in own if (p := percentile_of(run)) is not None),
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
    replicates = _replicates(runs)
    return Summary(
        label=label,
        competitions=len({run.competition_id for run in runs}),
        members=runs,
        seeds=len(replicates),
        measures=_measures(replicates),
        percentile=_over_replicates(runs, percentile_of),
    )


def counted(runs: Sequence[RunResult], measure: str) -> list[RunResult]:
    """The runs that a measure is taken over: for medals, those that could win one."""
    if measure not in _PLACES:
        return list(runs)
    medals = any(not run.is_miniature or _is_placed(run) for run in runs)
    return [run for run in runs if medals and run.has_leaderboard]


def _replicates(runs: Sequence[RunResult]) -> list[list[RunResult]]:
    found: dict[int, list[RunResult]] = {}
    for run in runs:
        found.setdefault(run.replicate, []).append(run)
    return [found[number] for number in sorted(found)]


def _over_replicates(runs: Sequence[RunResult], value: Callable[[RunResult], float | None]) -> Estimate | None:
    means = (estimate(v for run in part if (v := value(run)) is not None) for part in _replicates(runs))
    return estimate(found.mean for found in means if found is not None)


def _measures(replicates: Sequence[Sequence[RunResult]]) -> dict[str, Estimate]:
    """The share of each replicate, then mean and standard error over them; medals of those that could win one."""
    everybody = [run for replicate in replicates for run in replicate]
    if not everybody:
        raise ValueError("a summary needs at least one run")
    ranked = {id(run) for run in counted(everybody, "any_medal")}
    places = [[run for run in replicate if id(run) in ranked] for replicate in replicates]
    measures = {}
    for name in MEASURES:
        parts = [part for part in (places if name in _PLACES else replicates) if part]
        found = estimate(100.0 * sum(run.reached[name] for run in part) / len(part) for part in parts)
        if found is not None:
            measures[name] = found
    return measures


def _is_placed(run: RunResult) -> bool:
    report = run.report
    return report is not None and (report.any_medal or report.above_median or report.percentile is not None)

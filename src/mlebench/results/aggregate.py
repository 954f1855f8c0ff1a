"""Figures over runs: means with their standard errors over seeds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mlebench.catalog import CompetitionFacts
from mlebench.results.load import RunResult

MINIATURES = "miniature"  # the row that stands for all complexities: they say nothing about toy data
COMPLEXITIES = ("starter", "low", "medium", "high", "dev", "unknown")


class Estimate(NamedTuple):
    """A mean, its standard error (null for a single value), and over how many values."""

    mean: float
    error: float | None
    n: int


def estimate(values: Iterable[float]) -> Estimate | None:
    """Mean and standard error (sample standard deviation over √n); null without values.

    >>> estimate([0.0, 100.0])
    Estimate(mean=50.0, error=50.0, n=2)
    """
    numbers = [float(value) for value in values]
    if not numbers:
        return None
    n = len(numbers)
    mean = math.fsum(numbers) / n
    if n == 1:
        return Estimate(mean, None, 1)
    variance = math.fsum((value - mean) ** 2 for value in numbers) / (n - 1)
    return Estimate(mean, math.sqrt(variance / n), n)


def _flag(name: str) -> Callable[[RunResult], float]:
    # A run that was never graded counts as a failure: nothing drops out of the denominator.
    return lambda run: 100.0 * bool(run.report is not None and getattr(run.report, name))


MEASURES: dict[str, Callable[[RunResult], float]] = {
    "any_medal": _flag("any_medal"),
    "gold": _flag("gold_medal"),
    "silver": _flag("silver_medal"),
    "bronze": _flag("bronze_medal"),
    "above_median": _flag("above_median"),
    "valid_submission": _flag("valid_submission"),
    "made_submission": _flag("submission_exists"),
}
_PLACES = ("any_medal", "gold", "silver", "bronze", "above_median")


def percentile_of(run: RunResult) -> float | None:
    """Share of the leaderboard left behind: 0 without a valid submission, null where the leaderboard is not known.

    A miniature has no place on it, unless its report was asked for one.
    """
    if run.report is not None and run.report.valid_submission:
        return run.report.percentile
    leaderboard = run.facts.leaderboard if run.has_leaderboard else None
    return 0.0 if leaderboard and leaderboard.percentiles is not None and not run.is_miniature else None


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


def apart(runs: Sequence[RunResult]) -> tuple[list[RunResult], list[RunResult]]:
    """Real runs, and those on miniatures."""
    return [run for run in runs if not run.is_miniature], [run for run in runs if run.is_miniature]


def by_competition(runs: Sequence[RunResult]) -> list[Summary]:
    """One summary for each competition of one agent's runs, over its seeds; miniatures last and by themselves."""
    members: dict[tuple[bool, str], list[RunResult]] = {}
    for run in [run for part in apart(runs) for run in part]:
        members.setdefault((run.is_miniature, run.competition_id), []).append(run)
    summaries = []
    for (_, competition_id), own in members.items():
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
    """One summary for each complexity of one agent's runs, `all` where there are several, and the miniatures'."""
    real, miniatures = apart(runs)
    present = [c for c in COMPLEXITIES if any(run.facts.complexity == c for run in real)]
    summaries = [over_seeds(c, [run for run in real if run.facts.complexity == c]) for c in present]
    if len(present) > 1:
        summaries.append(over_seeds("all", real))
    return [*summaries, over_seeds(MINIATURES, miniatures)] if miniatures else summaries


def headline(runs: Sequence[RunResult]) -> Summary:
    """The figures that an agent is known by: of its real runs, where it has any."""
    real, miniatures = apart(runs)
    return over_seeds("all", real) if real else over_seeds(MINIATURES, miniatures)


def over_seeds(label: str, runs: Sequence[RunResult]) -> Summary:
    """For each seed the share over its competitions; then mean and standard error over the seeds."""
    if all(apart(runs)):
        raise ValueError("figures on miniatures and on real data have no common mean")
    replicates = [
        [run for run in runs if run.replicate == number] for number in sorted({run.replicate for run in runs})
    ]
    percentiles = (estimate(p for run in r if (p := percentile_of(run)) is not None) for r in replicates)
    return Summary(
        label=label,
        competitions=len({run.competition_id for run in runs}),
        members=runs,
        seeds=len(replicates),
        measures=_measures(replicates),
        percentile=estimate(p.mean for p in percentiles if p is not None),
    )


def _measures(replicates: Sequence[Sequence[RunResult]]) -> dict[str, Estimate]:
    """The share of each replicate, then mean and standard error over them; medals of those that could win one."""
    everybody = [run for replicate in replicates for run in replicate]
    if not everybody:
        raise ValueError("a summary needs at least one run")
    medals = any(not run.is_miniature or _is_placed(run) for run in everybody)
    ranked = [[run for run in replicate if medals and run.has_leaderboard] for replicate in replicates]
    measures = {}
    for name, measure in MEASURES.items():
        counted = [runs for runs in (ranked if name in _PLACES else replicates) if runs]
        found = estimate(math.fsum(map(measure, runs)) / len(runs) for runs in counted)
        if found is not None:
            measures[name] = found
    return measures


def _is_placed(run: RunResult) -> bool:
    report = run.report
    return report is not None and (report.any_medal or report.above_median or report.percentile is not None)

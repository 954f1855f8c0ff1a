"""Figures over runs: means with their standard errors over seeds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mlebench.results.load import CompetitionFacts, RunResult

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


def percentile_of(run: RunResult) -> float | None:
    """Share of the board left behind: 0 without a valid submission, null where the board is not known."""
    if run.report is not None and run.report.valid_submission:
        return run.report.percentile
    return 0.0 if run.facts.board.percentiles is not None else None


@dataclass(frozen=True)
class Summary:
    """Figures of a set of runs. Percentages and percentiles go from 0 to 100."""

    label: str
    competitions: int
    runs: int
    measures: dict[str, Estimate]
    percentile: Estimate | None
    score: Estimate | None = None  # of one competition: scores of different metrics have no mean
    facts: CompetitionFacts | None = None


def by_competition(runs: Sequence[RunResult]) -> list[Summary]:
    """One summary for each competition of one agent's runs, over its seeds."""
    summaries = []
    for competition_id in dict.fromkeys(run.competition_id for run in runs):
        own = [run for run in runs if run.competition_id == competition_id]
        scores = [run.report.score for run in own if run.report and run.report.score is not None]
        summaries.append(
            Summary(
                label=competition_id,
                competitions=1,
                runs=len(own),
                measures={name: _certain(measure(run) for run in own) for name, measure in MEASURES.items()},
                percentile=estimate(p for run in own if (p := percentile_of(run)) is not None),
                score=estimate(scores),
                facts=own[0].facts,
            )
        )
    return summaries


def by_complexity(runs: Sequence[RunResult]) -> list[Summary]:
    """One summary for each complexity of one agent's runs, and `all` where there are several."""
    present = [c for c in COMPLEXITIES if any(run.facts.complexity == c for run in runs)]
    summaries = [over_seeds(c, [run for run in runs if run.facts.complexity == c]) for c in present]
    return summaries if len(present) == 1 else [*summaries, over_seeds("all", runs)]


def over_seeds(label: str, runs: Sequence[RunResult]) -> Summary:
    """For each seed the share over its competitions; then mean and standard error over the seeds."""
    replicates = [
        [run for run in runs if run.replicate == number] for number in sorted({run.replicate for run in runs})
    ]
    percentiles = (estimate(p for run in r if (p := percentile_of(run)) is not None) for r in replicates)
    return Summary(
        label=label,
        competitions=len({run.competition_id for run in runs}),
        runs=len(runs),
        measures={
            name: _certain(_mean([measure(run) for run in replicate]) for replicate in replicates)
            for name, measure in MEASURES.items()
        },
        percentile=estimate(p.mean for p in percentiles if p is not None),
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _certain(values: Iterable[float]) -> Estimate:
    found = estimate(values)
    if found is None:
        raise ValueError("a summary needs at least one run")
    return found

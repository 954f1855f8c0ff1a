"""How much results vary, between runs and between competitions: what a plan is made from."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from mlebench.results.run import HEADLINE, Results, RunResult
from mlebench.results.statistics import estimate

_PUBLISHED = Path(__file__).with_name("published_results.json")
_PUBLISHED_SEEDS = 3
_SIZES = {"low": 22, "medium": 38, "high": 15, "all": 75}
# How alike two agents' results are over competitions, where there are no results of two agents to measure it.
AGREEMENT = 0.5


@dataclass(frozen=True)
class Variation:
    """Of a run's medal (0 or 1), on competitions of one split."""

    rate: float  # how often an agent wins one
    within: float  # variance between the runs of an agent on the same competition
    between: float  # variance, between competitions, of the difference of two agents
    assumed: tuple[str, ...] = ()  # which of these were not measured, and what they are instead


@cache
def published_rows() -> list[dict[str, Any]]:
    """The published any-medal percentages: [mean, standard error] by split."""
    rows: list[dict[str, Any]] = json.loads(_PUBLISHED.read_text(encoding="utf-8"))["rows"]
    return rows


def published_variation(split: str) -> Variation:
    """Of the official, comparable entries of the published table."""
    figures = [row[split] for row in published_rows() if row["status"] == "official" and row.get(split)]
    rates = [mean / 100 for mean, _ in figures]
    # The standard error of the share of n seeds over C competitions is √(within / (C·n)).
    within = _mean(_SIZES[split] * _PUBLISHED_SEEDS * (error / 100) ** 2 for _, error in figures)
    spread = _mean(rate * (1 - rate) for rate in rates) - within
    return Variation(
        _mean(rates),
        within,
        2 * max(0.0, spread) * (1 - AGREEMENT),
        (
            f"Rates and the variance between seeds are those of {len(figures)} published entries, with "
            f"{_PUBLISHED_SEEDS} seeds each.",
            f"Two agents' results are taken to agree by {AGREEMENT:g} over competitions: give results of two agents to "
            "have it measured.",
        ),
    )


def measured_variation(results: Results, split: str) -> Variation | None:
    """Of the user's own runs; what they cannot tell is taken from the published table. Null without runs."""
    rates = {agent: _rates(results.of(agent), split) for agent in results.agents}
    rates = {agent: own for agent, own in rates.items() if own}
    if not rates:
        return None
    fallback, assumed = published_variation(split), []
    rate = _mean(k / n for own in rates.values() for k, n in own.values())
    repeated = [(k, n) for own in rates.values() for k, n in own.values() if n > 1]
    within = _mean(k * (n - k) / (n * (n - 1)) for k, n in repeated)
    if not within:  # that seeds agreed, or that there was but one, does not show that there is no chance
        within = fallback.within
        assumed.append("These seeds do not differ: the variance between seeds is that of published entries.")
    pairs = [_between(a, b, within) for a, b in combinations(rates.values(), 2) if len(a.keys() & b.keys()) > 1]
    if pairs:
        between = _mean(pairs)
    else:
        spread = _mean(_variance([k / n for k, n in own.values()]) for own in rates.values()) - within
        between = 2 * max(0.0, spread) * (1 - AGREEMENT)
        assumed.append(f"Two agents' results are taken to agree by {AGREEMENT:g} over competitions.")
    return Variation(rate, within, between, tuple(assumed))


def _rates(runs: Iterable[RunResult], split: str) -> dict[str, tuple[int, int]]:
    """By competition: so many medals in so many runs."""
    wanted = HEADLINE if split == "all" else (split,)
    found: dict[str, tuple[int, int]] = {}
    for run in runs:
        if run.facts.complexity in wanted and run.has_leaderboard and not run.is_miniature and not run.missing:
            k, n = found.get(run.competition_id, (0, 0))
            found[run.competition_id] = k + bool(run.report and run.report.any_medal), n + 1
    return found


def _between(first: dict[str, tuple[int, int]], second: dict[str, tuple[int, int]], within: float) -> float:
    """The variance of the differences, without the part that comes from a limited number of seeds."""
    shared = sorted(first.keys() & second.keys())
    differences = [second[i][0] / second[i][1] - first[i][0] / first[i][1] for i in shared]
    noise = _mean(within / first[i][1] + within / second[i][1] for i in shared)
    return max(0.0, _variance(differences) - noise)


def _mean(values: Iterable[float]) -> float:
    found = estimate(values)
    return found.mean if found else 0.0


def _variance(values: Sequence[float]) -> float:
    mean = _mean(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) if len(values) > 1 else 0.0

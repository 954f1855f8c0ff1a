"""Is one agent better than another? On the competitions that all of them have, competition by competition."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from json import dumps

from mlebench.catalog import Registry
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.results.cautions import cautions
from mlebench.results.run import Results, RunResult
from mlebench.results.seeds import listed
from mlebench.results.statistics import (
    Interval,
    Numbers,
    Share,
    cohens_h,
    detectable,
    holm,
    interval_of,
    resampled_rates,
    sign_test,
)


@dataclass(frozen=True)
class CompetitionRow:
    """One shared competition: runs with a medal, for each agent."""

    competition_id: str
    medals: list[Share]


@dataclass(frozen=True)
class Pair:
    """Two agents. Differences are in percentage points, above 0 where the second is ahead."""

    first: str
    second: str
    difference: float
    interval: Interval
    ahead: int  # competitions in which the second wins more often
    behind: int
    tied: int
    p_value: float  # exact sign test over competitions; with one seed each, McNemar's
    p_adjusted: float  # for the number of pairs, by Holm's method
    cohens_h: float
    paired_d: float | None  # mean difference over its standard deviation between competitions; null: they do not differ
    detectable_difference: float | None  # found with a power of 80 %; null where nothing varies
    sentence: str


@dataclass(frozen=True)
class Comparison:
    """What can be said of these agents, and what speaks against saying it."""

    agents: list[str]
    percent: list[float]  # any medal, on the shared competitions
    seeds: list[int]  # the fewest of each agent
    competitions: list[CompetitionRow]
    pairs: list[Pair]
    warnings: list[str] = field(default_factory=list)


def compare(results: Results, registry: Registry) -> Comparison:
    """Compare all agents of these results."""
    agents = results.agents
    if len(agents) < 2:
        raise WrongUsage(
            f"To compare takes two agents, and there is {agents[0]} only.",
            hint="As in: mlebench compare GROUP GROUP, or: mlebench compare A=a0.json,a1.json B=b0.json,b1.json",
        )
    shared, left_out = _shared(results)
    rows = [CompetitionRow(i, [_medals(shared[i][agent]) for agent in agents]) for i in shared]
    won, tried = ([[getattr(row.medals[k], n) for row in rows] for k in range(len(agents))] for n in ("part", "of"))
    rates = [[share.part / share.of for share in column] for column in zip(*(row.medals for row in rows), strict=True)]
    seeds = f"{len(rows)} competition{'s' * (len(rows) > 1)} {_seeds([n for own in tried for n in own])}"
    resampled = resampled_rates(won, tried)
    chosen = list(combinations(range(len(agents)), 2))
    signs = [_signs(rates[a], rates[b]) for a, b in chosen]
    tests = [sign_test(ahead, behind) for ahead, behind in signs]
    pairs = [
        _pair(
            (agents[a], agents[b]),
            (rates[a], rates[b]),
            resampled[b] - resampled[a],
            sign,
            test,
            adjusted,
            seeds,
            several=len(chosen) > 1,
        )
        for (a, b), sign, test, adjusted in zip(chosen, signs, tests, holm(tests), strict=True)
    ]
    members = [run for own in shared.values() for runs in own.values() for run in runs]
    warnings = [*cautions(results, members, registry), *left_out]
    if any(pair.interval.low == pair.interval.high for pair in pairs):
        warnings.append("An interval has no width: so few and so equal results do not show how much chance is in them.")
    if any((pair.p_value < 0.05) != _is_apart(pair.interval) for pair in pairs):
        warnings.append("Interval and sign test do not agree: take neither as proof.")
    return Comparison(
        agents,
        [100.0 * math.fsum(own) / len(own) for own in rates],
        [min(own) for own in tried],
        sorted(rows, key=lambda row: (-_spread(row), row.competition_id)),
        pairs,
        warnings,
    )


def _shared(results: Results) -> tuple[dict[str, dict[str, list[RunResult]]], list[str]]:
    """By competition and agent: runs on data of one standing, where every agent has any; and what is left out."""
    found: dict[str, dict[str, list[RunResult]]] = {}
    for run in results.planned:
        if run.has_leaderboard and not run.is_miniature:
            found.setdefault(run.competition_id, {}).setdefault(run.agent, []).append(run)
    everybody = {
        i: own
        for i, own in found.items()
        if all(not all(run.missing for run in own.get(agent, [])) for agent in results.agents)
    }
    shared = {i: own for i, own in everybody.items() if len(_standings(own)) == 1}
    notes = []
    if miniatures := sorted({run.competition_id for run in results.runs if run.is_miniature}):
        notes.append(f"Runs on miniatures are left out: they say nothing about a competition ({listed(miniatures)}).")
    if mixed := sorted(set(everybody) - set(shared)):
        notes.append(f"Left out, because only part of the runs is on verified data: {listed(mixed)}.")
    seen = {run.competition_id for run in results.runs if not run.is_miniature}
    if alone := sorted(seen - set(everybody)):
        notes.append(f"Left out, because not all agents have them: {len(alone)} competitions ({listed(alone)}).")
    if not shared:
        raise MlebenchError(" ".join(["There is no competition that all agents have, and can be compared on.", *notes]))
    return shared, notes


def _standings(own: dict[str, list[RunResult]]) -> set[bool]:
    return {run.data == "unverified" for runs in own.values() for run in runs if not run.missing}


def _medals(runs: Sequence[RunResult]) -> Share:
    return Share(sum(bool(run.report and run.report.any_medal) for run in runs), len(runs))


def _signs(first: Sequence[float], second: Sequence[float]) -> tuple[int, int]:
    return sum(b > a for a, b in zip(first, second, strict=True)), sum(
        b < a for a, b in zip(first, second, strict=True)
    )


def _pair(
    agents: tuple[str, str],
    rates: tuple[Sequence[float], Sequence[float]],
    resampled: Numbers,
    signs: tuple[int, int],
    p_value: float,
    p_adjusted: float,
    seeds: str,
    *,
    several: bool,
) -> Pair:
    n, (ahead, behind) = len(rates[0]), signs
    differences = [b - a for a, b in zip(*rates, strict=True)]
    mean = math.fsum(differences) / n
    between, error = interval_of(100.0 * resampled), 100.0 * float(resampled.std(ddof=1))
    spread = math.sqrt(math.fsum((d - mean) ** 2 for d in differences) / (n - 1)) if n > 1 else 0.0
    return Pair(
        *agents,
        100.0 * mean,
        between,
        ahead,
        behind,
        n - ahead - behind,
        p_value,
        p_adjusted,
        cohens_h(math.fsum(rates[0]) / n, math.fsum(rates[1]) / n),
        mean / spread if spread else None,
        detectable(error) if error else None,
        _sentence(agents, 100.0 * mean, between, seeds, several=several),
    )


def _sentence(agents: tuple[str, str], difference: float, between: Interval, seeds: str, *, several: bool) -> str:
    behind, ahead = agents if difference >= 0 else reversed(agents)
    low, high = between if difference >= 0 else (-between.high, -between.low)
    told = f"by {abs(difference):.1f} points, 95 % interval {low:.1f} to {high:.1f}, on {seeds}"
    if not difference:
        return f"{agents[0]} and {agents[1]} are level: apart {told}."
    leads = f"{ahead} is ahead{f' of {behind}' * several} {told}"
    return f"{leads}." if _is_apart(between) else f"{leads}: not enough to tell {ahead} and {behind} apart."


def _is_apart(between: Interval) -> bool:
    return between.low > 0 or between.high < 0


def _seeds(tried: Sequence[int]) -> str:
    fewest, most = min(tried), max(tried)
    return f"× {fewest} seed{'s' * (fewest > 1)}" if fewest == most else f"× {fewest} to {most} seeds"


def _spread(row: CompetitionRow) -> float:
    rates = [share.part / share.of for share in row.medals]
    return max(rates) - min(rates)


def to_json(comparison: Comparison) -> str:
    """For machines."""
    content = asdict(comparison)
    content["competitions"] = [
        {
            "competition_id": row.competition_id,
            "medals": {
                agent: {"count": share.part, "of": share.of}
                for agent, share in zip(comparison.agents, row.medals, strict=True)
            },
        }
        for row in comparison.competitions
    ]
    return dumps(content, indent=2)

"""Resource scaling: the any-medal percentage by hour, from the snapshots that a group kept of its submissions."""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from mlebench import foreign
from mlebench.errors import MlebenchError
from mlebench.results.aggregate import Summary, by_complexity, counted, headline
from mlebench.results.run import Results, RunResult
from mlebench.results.statistics import Estimate, Interval, Share, estimate, hierarchical_interval
from mlebench.runs.group import SNAPSHOTS_REPORT

_HOUR = 3600.0
_BY_HOURS = 4  # from so many hours on, a point for each hour; before that, so many points:
_POINTS = 12


@dataclass(frozen=True)
class Point:
    """What would have been won, had all runs been stopped at this time."""

    hours: float
    any_medal: Estimate
    interval: Interval | None  # of competitions and seeds; null with a single competition
    medals: Share


@dataclass(frozen=True)
class Curve:
    """One agent on one split."""

    agent: str
    split: str
    competitions: int
    seeds: int
    is_headline: bool  # the split that the agent is known by: the one that a chart shows
    points: list[Point]


@dataclass(frozen=True)
class Scaling:
    """Curves over the same hours, and what is missing in them."""

    curves: list[Curve]
    notes: list[str] = field(default_factory=list)


def scaling(results: Results) -> Scaling:
    """A curve for each agent that has snapshots, on each split that it has anything of. Miniatures have none."""
    every = {g.agent: g.snapshot_seconds for g in results.groups if g.snapshot_seconds is not None}
    limits = [g.time_limit_seconds for g in results.groups if g.agent in every and g.time_limit_seconds]
    notes, curves = list(results.notes), []
    for agent in results.agents:
        if agent not in every:
            notes.append(f"{agent}: no snapshots were kept.")
            continue
        real = [run for run in results.of(agent) if not run.is_miniature]
        if not real:
            notes.append(f"{agent}: there are miniatures only, which win no medals.")
            continue
        histories = {id(run): _history(run, every[agent]) for run in real}
        if ungraded := sum(not history.is_graded for history in histories.values()):
            notes.append(f"{agent}: {ungraded} runs have snapshots that are not graded: mlebench run --resume GROUP")
        best = headline(real).label
        for summary in by_complexity(real):
            if counted(summary.members, "any_medal"):
                points = [_point(summary, histories, seconds) for seconds in times(max(limits))]
                own = (summary.label, summary.competitions, summary.seeds, summary.label == best)
                curves.append(Curve(agent, *own, points))
    if not curves:
        raise MlebenchError(
            " ".join(["There are no snapshots to draw a curve from.", *notes]),
            hint="They are kept by: mlebench run --snapshot-every 1h",
        )
    return Scaling(curves, notes)


def times(limit: float) -> list[float]:
    """Seconds: each full hour and the end; parts of the whole where that is short.

    >>> [seconds / 3600 for seconds in times(4.5 * 3600)]
    [1.0, 2.0, 3.0, 4.0, 4.5]
    >>> times(120)[:3]
    [10.0, 20.0, 30.0]
    """
    if limit < _BY_HOURS * _HOUR:
        return [limit * (n + 1) / _POINTS for n in range(_POINTS)]
    full = [_HOUR * (n + 1) for n in range(math.floor(limit / _HOUR))]
    return full if full[-1] == limit else [*full, limit]


@dataclass(frozen=True)
class _History:
    """When a run would have won a medal: at each of these seconds it began or ceased to."""

    seconds: Sequence[float]
    medals: Sequence[bool]
    slack: float  # a look that was due at a full hour comes a moment after it
    is_graded: bool = True

    def at(self, seconds: float) -> bool:
        index = bisect_right(self.seconds, seconds + self.slack) - 1
        return index >= 0 and self.medals[index]


def _history(run: RunResult, every: float) -> _History:
    if run.report is None or run.record is None or run.folder is None:
        return _History([], [], 0.0)
    taken, graded = [], True
    if run.record.snapshots:
        try:
            entries = json.loads(foreign.read_bytes(run.folder, SNAPSHOTS_REPORT))
            graded = len(entries) == len(run.record.snapshots)
            taken = sorted(((float(e["seconds"]), e["any_medal"] is True) for e in entries), key=itemgetter(0))
        except (OSError, ValueError, KeyError, TypeError, foreign.ForeignError):
            graded = False
    end = run.record.duration_seconds
    end = run.record.time_limit_seconds if end is None else min(end, run.record.time_limit_seconds)
    before = [(seconds, medal) for seconds, medal in taken if seconds < end]
    known = [*before, (end, run.report.any_medal)]
    return _History([s for s, _ in known], [m for _, m in known], min(60.0, every / 10), graded)


def _point(summary: Summary, histories: dict[int, _History], seconds: float) -> Point:
    members = counted(summary.members, "any_medal")
    won = {id(run): histories[id(run)].at(seconds) for run in members}
    seeds = _tally(members, won, lambda run: run.replicate)
    mean = estimate(100.0 * share.part / share.of for share in seeds)
    assert mean is not None  # there are members
    competitions = _tally(members, won, lambda run: run.competition_id)
    between = None
    if len(competitions) > 1:
        between = hierarchical_interval([s.part for s in competitions], [s.of for s in competitions])
    return Point(seconds / _HOUR, mean, between, Share(sum(won.values()), len(members)))


def _tally(runs: Sequence[RunResult], won: dict[int, bool], by: Callable[[RunResult], object]) -> list[Share]:
    found: dict[object, tuple[int, int]] = {}
    for run in runs:
        part, of = found.get(by(run), (0, 0))
        found[by(run)] = part + won[id(run)], of + 1
    return [Share(*pair) for pair in found.values()]

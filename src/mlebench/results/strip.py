"""Geometry of the pictures on the page. Places are percentages of a picture's width, so that it can stretch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from mlebench.catalog import Leaderboard, LeaderboardFacts
from mlebench.grading.report import CompetitionReport
from mlebench.results.run import RunResult

# Where the leaderboard's percentiles are not recorded, only the order of the thresholds is known.
_ORDINAL = {"median": 50.0, "bronze": 70.0, "silver": 80.0, "gold": 90.0}


@dataclass(frozen=True)
class Zone:
    """A stretch of the leaderboard that wins a medal."""

    medal: str
    start: float
    width: float


@dataclass(frozen=True)
class Marker:
    """One run on the leaderboard; markers in the same place are set apart by `row`."""

    place: float
    row: int
    medal: str | None
    text: str


@dataclass(frozen=True)
class Strip:
    """A leaderboard from its worst score (0) to its best (100), with medal zones and runs."""

    zones: list[Zone]
    markers: list[Marker]
    median: float
    exact: bool
    label: str


def strip(runs: Sequence[RunResult]) -> Strip | None:
    """The picture of one competition's runs; null where none has a score or a place on the leaderboard."""
    scored = [run for run in runs if run.report is not None and run.report.score is not None and not run.is_miniature]
    scored = [run for run in scored if run.has_leaderboard]
    if not scored or scored[0].report is None:
        return None
    leaderboard, first = scored[0].facts.leaderboard or LeaderboardFacts(), scored[0].report
    places = {name: _place(getattr(first, f"{name}_threshold"), first, leaderboard) for name in _ORDINAL}
    zones = [
        Zone("bronze", places["bronze"], max(0.0, places["silver"] - places["bronze"])),
        Zone("silver", places["silver"], max(0.0, places["gold"] - places["silver"])),
        Zone("gold", places["gold"], 100.0 - places["gold"]),
    ]
    rows: Counter[int] = Counter()
    markers = []
    for run in scored:
        report = run.report
        if report is None or report.score is None:
            continue
        place = _place(report.score, report, leaderboard)
        text = f"seed {run.seed}: score {report.score:g}, {report.medal or 'no medal'}"
        if report.percentile is not None:
            text += f", ahead of {report.percentile:g} % of the leaderboard"
        markers.append(Marker(place, rows[round(place / 2)], report.medal, text))
        rows[round(place / 2)] += 1
    label = f"Position on the leaderboard of {scored[0].facts.name}. " + "; ".join(m.text for m in markers)
    return Strip(zones, markers, places["median"], leaderboard.percentiles is not None, label)


def _place(score: float, report: CompetitionReport, leaderboard: LeaderboardFacts) -> float:
    lower = report.is_lower_better
    if leaderboard.percentiles is not None:
        digest = Leaderboard(
            source=leaderboard.source,
            gold=report.gold_threshold,
            silver=report.silver_threshold,
            bronze=report.bronze_threshold,
            median=report.median_threshold,
            percentiles=leaderboard.percentiles,
        )
        place = digest.percentile(score, lower_is_better=lower)
        return place if place is not None else 0.0
    sign = -1.0 if lower else 1.0
    known = sorted((sign * float(getattr(report, f"{name}_threshold")), place) for name, place in _ORDINAL.items())
    value = sign * score
    if value < known[0][0]:
        return known[0][1] / 2
    for (low, place), (high, following) in pairwise(known):
        if low <= value < high:
            return place + (following - place) * (value - low) / (high - low)
    return known[-1][1] + 5.0 * (value > known[-1][0])


@dataclass(frozen=True)
class Slice:
    """A part of a bar."""

    kind: str
    count: int
    start: float
    width: float


SLICES = {
    "gold": "gold",
    "silver": "silver",
    "bronze": "bronze",
    "above": "above the median",
    "below": "valid, no better",
    "miniature": "valid, on a miniature",
    "unranked": "valid, no leaderboard",
    "none": "no valid submission",
}


def bar(runs: Sequence[RunResult]) -> list[Slice]:
    """How runs ended, from gold to nothing, as parts of one bar."""
    counts = Counter(kind_of(run) for run in runs)
    slices, start = [], 0.0
    for kind in SLICES:
        if counts[kind]:
            width = 100.0 * counts[kind] / len(runs)
            slices.append(Slice(kind, counts[kind], start, width))
            start += width
    return slices


def kind_of(run: RunResult) -> str:
    """How a run ended: one of the kinds of `SLICES`."""
    report = run.report
    if report is None or not report.valid_submission:
        return "none"
    if report.medal:
        return report.medal
    if run.is_miniature or not run.has_leaderboard:
        return "miniature" if run.is_miniature else "unranked"
    return "above" if report.above_median else "below"

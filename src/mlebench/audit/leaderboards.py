"""Does a leaderboard look like one? Medals by figures that were made up mislead everybody who reads a report."""

from __future__ import annotations

import math
from itertools import pairwise

from mlebench.audit.finding import Finding, not_run
from mlebench.catalog import Competition, Leaderboard

LEADERBOARD = "leaderboard is in order"
_THRESHOLDS = ("gold", "silver", "bronze", "median")


def check_leaderboard(competition: Competition) -> Finding:
    """Its figures must go from better to worse, and be somebody's."""
    leaderboard = competition.leaderboard
    if leaderboard is None:
        return not_run(LEADERBOARD, "There is no leaderboard.json: no medals, no percentile.")
    problem = _wrong(leaderboard, lower_is_better=competition.metric.lower_is_better)
    if problem is None:
        return Finding(LEADERBOARD, True, "Its figures go from better to worse.")
    known = [issue.note for issue in competition.known_issues if issue.kind == "leaderboard"]
    if known:
        return Finding(LEADERBOARD, True, f"{problem} A known issue: {known[0]}", warning=True)
    return Finding(LEADERBOARD, False, f"leaderboard.json: {problem}")


def _wrong(leaderboard: Leaderboard, *, lower_is_better: bool) -> str | None:
    figures = [getattr(leaderboard, name) for name in _THRESHOLDS]
    told = ", ".join(f"{name} {figure:g}" for name, figure in zip(_THRESHOLDS, figures, strict=True))
    if not all(map(math.isfinite, figures)):
        return f"A threshold is not a finite number: {told}."
    # One figure for all, or nothing but 0 and 1, is what people write who have no figures.
    if len(set(figures)) == 1 or set(figures) <= {0, 1} or "placeholder" in leaderboard.source.lower():
        return f"These are placeholders ({told}). Without real figures, remove the file: it may be left out."
    direction = "lower" if lower_is_better else "higher"
    if not _from_best_to_worst(figures, lower_is_better=lower_is_better):
        return f"Its thresholds are in the wrong order where {direction} is better: {told}."
    if not _from_best_to_worst(leaderboard.percentiles or [], lower_is_better=lower_is_better):
        return f"Its percentiles do not go from the best score to the worst where {direction} is better."
    return None


def _from_best_to_worst(figures: list[float], *, lower_is_better: bool) -> bool:
    return all(a <= b if lower_is_better else a >= b for a, b in pairwise(figures))

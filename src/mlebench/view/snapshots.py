"""The submission of a run over time: what its snapshots would have scored, as a table and as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from mlebench import foreign
from mlebench.runs import PlannedRun, RunRecord
from mlebench.runs.group import SNAPSHOTS_REPORT
from mlebench.runs.record import Snapshot
from mlebench.view.files import parsed, read_part
from mlebench.view.index import IndexedGroup

_LARGEST = 32 << 20  # bytes of scores
# Of the picture; the rest of its 600 × 220 is for words.
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 590, 12, 190


class Scored(NamedTuple):
    """A snapshot, and the score that it would have got; null where it has none."""

    snapshot: Snapshot
    score: float | None


@dataclass(frozen=True)
class Picture:
    """Scores by time, the better ones higher up."""

    points: list[tuple[float, float, Scored]]  # from left and top
    path: str  # a submission stays until the next one: steps
    best: float
    worst: float
    seconds: float  # at the right end


def scored_snapshots(group: IndexedGroup, planned: PlannedRun, record: RunRecord) -> list[Scored]:
    """All snapshots of a run. The file with their scores came out of a sandbox's folder: nothing in it is believed."""
    entries: Any = None
    with suppress(OSError, foreign.ForeignError):
        entries = parsed(read_part(group.folder, f"{planned.run_id}/{SNAPSHOTS_REPORT}", 0, _LARGEST).data)
    scores = {
        entry["seconds"]: entry.get("score")
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, dict) and isinstance(entry.get("seconds"), float)
    }
    return [Scored(each, _finite(scores.get(each.seconds))) for each in record.snapshots]


def picture(found: Sequence[Scored], *, lower_is_better: bool) -> Picture | None:
    """Where the scores of snapshots lie; null where there are not two to connect."""
    known = [each for each in found if each.score is not None and 0 <= each.snapshot.seconds < math.inf]
    known.sort(key=lambda each: each.snapshot.seconds)
    last = known[-1].snapshot.seconds if known else 0.0
    if len(known) < 2 or not last:
        return None
    scores = [each.score for each in known if each.score is not None]
    low, high = min(scores), max(scores)
    best, worst = (low, high) if lower_is_better else (high, low)
    # Halved first: the span of the largest numbers is none. Where all scores are alike, they lie in the middle.
    span = high / 2 - low / 2
    places = []
    for each, score in zip(known, scores, strict=True):
        down = abs(best / 2 - score / 2) / span if span else 0.5
        x = _LEFT + (_RIGHT - _LEFT) * (each.snapshot.seconds / last)
        places.append((round(x, 1), round(_TOP + (_BOTTOM - _TOP) * down, 1), each))
    (x, y, _), *others = places
    path = f"M{x} {y}" + "".join(f"H{x}V{y}" for x, y, _ in others)
    return Picture(places, path, best, worst, last)


def _finite(value: object) -> float | None:
    return value if isinstance(value, float) and math.isfinite(value) else None

"""The table of what version 2 changes: facts from competition.yaml, effects from the tests' golden records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from generated.tables import plain, table
from mlebench.catalog import Competition, Registry
from mlebench.grading.medals import standing

TESTS = Path(__file__).parents[3] / "tests"
GOLDEN = {"v1": TESTS / "golden", "v2": TESTS / "golden-v2"}
HEAD = ["competition", "fault of v1", "repair in v2", "difficulty", "who has medals on the miniature"]
NAMED = 3


def versions() -> str:
    """One row for each change; the effect stands with the first of a competition."""
    rows = []
    for competition in Registry().under("v2"):
        for number, change in enumerate(competition.v2.changes if competition.v2 else []):
            first = [f"`{competition.id}`", _effect(competition)] if number == 0 else ["", ""]
            rows.append([first[0], plain(change.fault), plain(change.repair), change.difficulty, first[1]])
    return table(HEAD, rows)


def remaining() -> str:
    """Leaks and broken splits that version 2 has too."""
    rows = []
    for competition in Registry().under("v2"):
        found = [issue for issue in competition.known_issues if issue.kind in ("leak", "split")]
        rows += [
            [f"`{competition.id}`" if n == 0 else "", issue.kind, plain(issue.note)] for n, issue in enumerate(found)
        ]
    return table(["competition", "kind", "what remains"], rows)


def _effect(competition: Competition) -> str:
    """The submissions of the golden records whose medal is another one."""
    old, new = (_medals(competition.id, version) for version in ("v1", "v2"))
    changed = [f"{case}: {old[case]} → {new[case]}" for case in old if case in new and old[case] != new[case]]
    more = f"; {len(changed) - NAMED} more" if len(changed) > NAMED else ""
    return "; ".join(changed[:NAMED]) + more if changed else "the same submissions"


def _medals(competition_id: str, version: str) -> dict[str, str]:
    competition = Registry().under(version).get(competition_id)
    record = json.loads((GOLDEN[version] / f"{competition_id}.json").read_text(encoding="utf-8"))
    return {grade["case"]: _medal(competition, grade) for grade in record["grades"]}


def _medal(competition: Competition, grade: dict[str, Any]) -> str:
    score = grade.get("score")
    if not isinstance(score, int | float):
        return "refused"
    if competition.leaderboard is None:
        return "none"
    place = standing(score, competition.leaderboard, lower_is_better=competition.metric.lower_is_better)
    return place.medal or "none"

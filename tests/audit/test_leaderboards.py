"""A leaderboard that nobody was on must not award medals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mlebench.audit.leaderboards import check_leaderboard
from mlebench.catalog import Competition, Registry, load_competition
from tests.data.toy import BOARD, make_competition

DESCENDING = [1 - i / 100 for i in range(101)]


def with_leaderboard(root: Path, *, lower: bool = False, issues: Any = (), **changes: Any) -> Competition:
    metric = {"name": "m", "lower_is_better": lower}
    folder = make_competition(root, metric=metric, known_issues=list(issues)).folder
    (folder / "leaderboard.json").write_text(json.dumps(json.loads(BOARD) | changes))
    return load_competition(folder)


def test_leaderboards_that_are_in_order(tmp_path: Path) -> None:
    assert check_leaderboard(with_leaderboard(tmp_path)).ok
    assert check_leaderboard(with_leaderboard(tmp_path, percentiles=DESCENDING)).ok
    ties = {"gold": 1, "silver": 1, "bronze": 1, "median": 0.99}
    assert check_leaderboard(with_leaderboard(tmp_path, **ties)).ok


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"lower": True}, "wrong order where lower is better: gold 0.9, silver 0.8"),
        ({"gold": 0.1}, "wrong order where higher is better"),
        ({"median": 0.95}, "wrong order"),
        ({"percentiles": DESCENDING[::-1]}, "percentiles do not go from the best"),
        ({"gold": 0.5, "silver": 0.5, "bronze": 0.5, "median": 0.5}, "placeholders"),
        ({"gold": 1, "silver": 1, "bronze": 1, "median": 0}, "placeholders"),
        ({"gold": 0, "silver": 0, "bronze": 0, "median": 0}, "placeholders"),
        ({"source": "placeholder: replace with the figures of the real leaderboard"}, "placeholders"),
        ({"gold": float("nan")}, "not a finite number"),
    ],
)
def test_made_up_and_reversed_figures_are_found(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    finding = check_leaderboard(with_leaderboard(tmp_path, **changes))
    assert finding.ok is False
    assert told in finding.detail


def test_known_fault_is_a_warning(tmp_path: Path) -> None:
    issue = {"kind": "leaderboard", "note": "Kaggle shows it so"}
    finding = check_leaderboard(with_leaderboard(tmp_path, lower=True, issues=[issue]))
    assert (finding.ok, finding.warning) == (True, True)


def test_built_in_leaderboards(registry: Registry) -> None:
    assert [c.id for c in registry if not check_leaderboard(c).ok] == []

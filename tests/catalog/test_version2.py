"""Version 2 of the benchmark changes what its block and v2.py say, and nothing of version 1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mlebench.catalog import Competition, Registry, load_competition
from mlebench.data.layout import DataLayout
from mlebench.errors import CatalogError, WrongUsage
from mlebench.foreign import ForeignError
from tests.data.toy import BOARD, make_competition

CHANGE = {"fault": "It leaks.", "repair": "It does not.", "difficulty": "harder"}
ISSUES = [{"kind": "leak", "note": "The labels are there."}, {"kind": "data", "note": "A picture is missing."}]
PREPARE = "def prepare(raw, public, private):\n    pass\n"
SEALED = "def check(submission, expected):\n    return 1\n\ndef score(checked, answers):\n    return 1.0\n"


def versions(root: Path, code: str | None = None, grade: str = SEALED, **v2: Any) -> tuple[Competition, Competition]:
    (root / "toy").mkdir(parents=True, exist_ok=True)
    if code is not None:
        (root / "toy" / "v2.py").write_text(code)
    first = make_competition(root, grade=grade, sample_score=0.5, known_issues=ISSUES, v2={"changes": [CHANGE], **v2})
    return first, load_competition(first.folder, "v2")


def test_v1_follows_the_rules_of_v2(tmp_path: Path) -> None:
    code = "def score(checked, answers):\n    return 2.0\n"
    first, second = versions(tmp_path, code, repaired=["The labels"])
    assert [each.score_function(1, 1) for each in (first, second)] == [1.0, 2.0]
    assert [each.check_function(1, 1) for each in (first, second)] == [1, 1]
    assert [[issue.kind for issue in each.known_issues] for each in (first, second)] == [["leak", "data"], ["data"]]
    assert [each.difficulty for each in (first, second)] == ["same", "harder"]
    assert [each.sample_score for each in (first, second)] == [0.5, None]


def test_data_of_both_lies_in_one_folder(tmp_path: Path) -> None:
    for number, (code, more) in enumerate(
        [(PREPARE, {}), ("def expect(public):\n    pass\n", {}), (None, {"answers": "private/other.csv"})]
    ):
        _, second = versions(tmp_path / str(number), code, **more)
        assert DataLayout.of(second, tmp_path).prepared == tmp_path / "toy" / "prepared-v2"
        assert second.checksums.public == {}


def test_a_change_of_grading_alone_prepares_everything_again(tmp_path: Path) -> None:
    _, second = versions(tmp_path, "def check(submission, expected):\n    pass\n")
    assert DataLayout.of(second, tmp_path) == DataLayout(tmp_path, "toy")


def test_a_competition_without_changes_is_another_one_in_v2(tmp_path: Path) -> None:
    first = make_competition(tmp_path)
    second = load_competition(first.folder, "v2")
    assert second == first.model_copy(update={"benchmark": "v2"})
    assert DataLayout.of(second, tmp_path) == DataLayout.of(first, tmp_path)


def test_what_v2_says_of_the_task_does_not_reach_the_contestant(tmp_path: Path) -> None:
    first, second = versions(tmp_path, description="There are twelve classes.")
    assert "twelve" not in first.description
    assert second.description == "# A toy\n\n## Version 2 of this task\n\nThere are twelve classes.\n"
    assert not second.shares_v1_data, "the description lies in the prepared folder"


def test_the_leaderboard_of_v2_is_that_of_v1(tmp_path: Path) -> None:
    first, _ = versions(tmp_path)
    (first.folder / "leaderboard-v2.json").write_text(BOARD.replace("0.9", "0.95"))
    golds = [each.leaderboard.gold for each in (first, load_competition(first.folder, "v2")) if each.leaderboard]
    assert golds == [0.9, 0.95]


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ({"changes": []}, "at least 1"),
        ({"changes": [{"fault": "x"}]}, "repair"),
        ({"changes": [CHANGE], "answers": "test.csv"}, "public/… or private/…"),
        ({"changes": [CHANGE], "prizes": []}, "unknown field"),
        ({"changes": [CHANGE], "repaired": ["No such"]}, "begins 0 known issues"),
    ],
)
def test_a_wrong_block_is_taken_as_it_is(tmp_path: Path, block: dict[str, Any], told: str) -> None:
    with pytest.raises(CatalogError, match=told):
        load_competition(make_competition(tmp_path, known_issues=ISSUES, v2=block).folder, "v2")


def test_code_without_a_block_changes_a_competition_silently(tmp_path: Path) -> None:
    folder = make_competition(tmp_path).folder
    (folder / "v2.py").write_text(PREPARE)
    with pytest.raises(CatalogError, match="no block v2"):
        load_competition(folder)


def test_code_of_v2_lies_outside_the_folder(tmp_path: Path) -> None:
    first, _ = versions(tmp_path)
    (tmp_path / "elsewhere.py").write_text(PREPARE)
    (first.folder / "v2.py").symlink_to(tmp_path / "elsewhere.py")
    with pytest.raises(ForeignError, match=r"v2\.py"):
        load_competition(first.folder)


def test_a_registry_mixes_versions(tmp_path: Path) -> None:
    versions(tmp_path, PREPARE)
    registry = Registry([tmp_path])
    assert registry.get("toy").benchmark == "v1"
    assert registry.under("v2").get("toy").benchmark == "v2"
    assert registry.under("v2").under("v1").get("toy").benchmark == "v1"
    with pytest.raises(WrongUsage, match="v3"):
        registry.under("v3")


def test_what_is_new_in_v2_is_lost(tmp_path: Path) -> None:
    new = {"metric": {"name": "F1", "lower_is_better": True}, "known_issues": [{"kind": "split", "note": "Twins."}]}
    first, second = versions(tmp_path, **new)
    assert (second.metric.name, second.metric.lower_is_better) == ("F1", True)
    assert second.metric != first.metric
    assert [issue.note for issue in second.known_issues][-1] == "Twins."
    assert "Twins." not in [issue.note for issue in first.known_issues]

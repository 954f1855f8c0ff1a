"""Version 2: prepared bytes and scores of every competition that it changes agree with the recorded ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.audit.verify import verify_competition
from mlebench.catalog import Registry
from mlebench.grading.grade import grade_submission
from tests.competitions import golden
from tests.competitions.cases import write_cases
from tests.conftest import Miniatures

IDS = golden.golden_ids("v2")
V2 = Registry().under("v2")


def test_every_competition_that_v2_changes_has_a_golden_file() -> None:
    assert [c.id for c in V2 if c.v2 is not None] == IDS


def test_every_repair_is_checked_from_first_principles() -> None:
    """A golden file holds what was prepared, right or wrong: test_repairs_*.py compute it in another way."""
    checks = "".join(path.read_text() for path in Path(__file__).parent.glob("test_repairs_*.py"))
    assert not [competition_id for competition_id in IDS if f'"{competition_id}"' not in checks]


@pytest.mark.parametrize("competition_id", IDS)
def test_v2_differs_from_its_record(competition_id: str, miniatures: Miniatures, tmp_path: Path) -> None:
    competition, layout = V2.get(competition_id), miniatures.layout(competition_id, "v2")
    index = golden.raw_index(layout.raw)
    found = {side: golden.manifest(layout.prepared / side, index) for side in ("public", "private")}
    cases = write_cases(competition, layout.prepared, tmp_path)
    reports = {path.stem: grade_submission(competition, path, layout.data_dir) for path in cases}
    grades = [golden.graded(case, report.model_dump()) for case, report in reports.items()]
    assert not golden.differences(golden.load_golden(competition_id, "v2"), found | {"grades": grades})
    assert {report.benchmark_version for report in reports.values()} == {"v2"}


@pytest.mark.parametrize("competition_id", IDS)
def test_v2_is_not_sound(competition_id: str, miniatures: Miniatures) -> None:
    """The perfect submission wins, the sample is valid, and nothing private is public."""
    found = verify_competition(V2.get(competition_id), miniatures.layout(competition_id, "v2").data_dir)
    assert not [finding for finding in found if finding.ok is False]


# What it repairs is in the real data and not in the miniature; test_repairs_of_splits.py puts it there.
UNSEEN = {"rsna-miccai-brain-tumor-radiogenomic-classification"}


@pytest.mark.parametrize("competition_id", [name for name in IDS if name not in UNSEEN])
def test_v1_and_v2_are_one(competition_id: str) -> None:
    """A change that no golden file shows is none; a leaderboard is none of their business."""
    one, two = golden.load_golden(competition_id), golden.load_golden(competition_id, "v2")
    same_board = V2.get(competition_id).leaderboard == Registry().get(competition_id).leaderboard
    assert golden.differences(one, two) or not same_board

"""What a report says of the data that a submission was graded on."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.catalog import Registry, load_competition
from mlebench.data.manifest import MANIFEST
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import RawTree
from mlebench.data.sources.embedded import Embedded
from mlebench.errors import DamagedData
from mlebench.grading.batch import SubmissionLine, grade_lines
from mlebench.grading.grade import grade_submission
from mlebench.grading.report import CompetitionReport
from mlebench.grading.validate import validate_for_user
from tests.data.toy import make_competition, write_raw
from tests.grading.conftest import Lab


def test_a_miniature_wins_nothing_but_its_score(lab: Lab) -> None:
    competition = lab.registry.get("my-task")
    report = grade_submission(competition, lab.perfect, lab.data_dir)
    assert (report.data, report.score, report.valid_submission) == ("miniature", 1.0, True)
    assert (report.medal, report.any_medal, report.above_median, report.percentile) == (None, False, False, None)
    assert "miniature" in report.warnings[0]
    verdict = validate_for_user(competition, lab.perfect, lab.data_dir)
    assert verdict.valid
    assert "miniature" in verdict.warnings[0]


def test_medals_on_a_miniature_are_asked_for_by_name_and_still_warned_of(lab: Lab) -> None:
    asked = grade_submission(lab.registry.get("my-task"), lab.perfect, lab.data_dir, miniature_medals=True)
    assert (asked.data, asked.medal, asked.above_median) == ("miniature", "gold", True)
    assert "miniature" in asked.warnings[0]


def test_whatever_goes_wrong_the_report_knows_its_data(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("a\n1\n")
    paths = [tmp_path / "absent.csv", tmp_path / "bad.csv", lab.sample]
    lines = [SubmissionLine("my-task", path) for path in paths]
    assert [r.data for r in grade_lines(lines[:2], lab.registry, lab.data_dir).competition_reports] == ["miniature"] * 2
    lab.grader("import os; os._exit(3)")
    (crash,) = grade_lines(lines[2:], lab.registry, lab.data_dir, workers=1).competition_reports
    assert (crash.error_kind, crash.data) == ("crash", "miniature")
    (nothing,) = grade_lines(lines[2:], lab.registry, tmp_path / "elsewhere", workers=1).competition_reports
    assert (nothing.error_kind, nothing.data) == ("not-prepared", None)


@pytest.mark.parametrize("skip", [True, False])
def test_data_that_was_not_compared_keeps_its_medals_and_says_so(tmp_path: Path, skip: bool) -> None:
    raw, folder = write_raw(tmp_path / "raw"), tmp_path / "competitions"
    toy = make_competition(folder)
    prepare(toy, tmp_path / "first", RawTree(raw), PrepareOptions(overwrite_checksums=True))
    recorded = load_competition(toy.folder)
    layout = prepare(recorded, tmp_path / "data", RawTree(raw), PrepareOptions(verify=not skip)).layout
    report = grade_submission(recorded, layout.private / "test.csv", layout.data_dir)
    assert report.medal == "gold"
    assert report.data == ("unverified" if skip else "verified")
    assert bool(report.warnings) == skip


def test_the_starter_track_is_real_data_of_its_own(tmp_path: Path, registry: Registry) -> None:
    competition = registry.get("starter-wine-cultivars")
    layout = prepare(competition, tmp_path, Embedded(), PrepareOptions()).layout
    report = grade_submission(competition, layout.private / "test.csv", tmp_path)
    assert (report.data, report.leaderboard, report.medal, report.warnings) == ("starter", "model", "gold", [])


@pytest.mark.parametrize("name", ["private/test.csv", MANIFEST])
def test_damaged_answers_are_a_fault_of_ours_not_of_the_contestant(lab: Lab, name: str) -> None:
    with (lab.layout.prepared / name).open("a") as file:
        file.write("999,1\n")
    with pytest.raises(DamagedData, match=r"damaged(.|\n)*--force"):
        grade_submission(lab.registry.get("my-task"), lab.sample, lab.data_dir)
    line = SubmissionLine("my-task", lab.sample)
    (report,) = grade_lines([line], lab.registry, lab.data_dir, workers=1).competition_reports
    assert (report.error_kind, report.score) == ("not-prepared", None)
    assert "--force" in str(report.error)


def test_no_report_is_made_without_saying_on_what(registry: Registry) -> None:
    with pytest.raises(TypeError, match="data"):
        CompetitionReport.of(registry.get("spooky-author-identification"), "x.csv", score=0.1)  # type: ignore[call-arg]

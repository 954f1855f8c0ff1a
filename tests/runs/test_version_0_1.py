"""What version 0.1.0 wrote (tests/fixtures/v0.1.0) is still read, resumed, graded and reported."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mlebench.agents import load_agent
from mlebench.catalog import Registry
from mlebench.data.layout import DataLayout
from mlebench.data.manifest import kind_of
from mlebench.data.prepare import PrepareOptions, prepare
from mlebench.data.sources.acquire import Miniature
from mlebench.grading.grade import grade_submission
from mlebench.grading.report import GradingReport
from mlebench.results import load_results
from mlebench.runs import RunGroup
from mlebench.runs.grade import grade_group
from mlebench.runs.launch import run_group
from mlebench.runs.plan import RunOptions

FIXTURES = Path(__file__).parent.parent / "fixtures" / "v0.1.0"
TASK = "spooky-author-identification"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURES, tmp_path / "old"))


def test_a_group_can_no_longer_be_read_resumed_graded_or_reported(old: Path, registry: Registry) -> None:
    group = RunGroup.open(next((old / "runs").iterdir()))
    first = group.records()[0]
    assert (first.state, group.records()[1].state) == ("finished", "planned")
    assert any("less than the benchmark's 36" in sentence for sentence in first.resource_differences)
    assert first.sealed is not None
    assert first.sealed.validator == "graded"  # 0.1.0 ran the whole grader for each question
    agent = load_agent(old / "agents" / "tester")
    options = RunOptions("process", group.spec.settings)
    records = run_group(group, agent, registry, old / "data", options)
    assert [record.state for record in records] == ["finished", "finished"]
    assert records[0] == first  # never run again
    report = grade_group(group, registry, old / "data")
    assert [each.data for each in report.competition_reports] == ["miniature", "miniature"]
    assert not any(each.any_medal for each in report.competition_reports)
    assert len(load_results([group.folder]).runs) == 2


def test_a_grading_report_can_no_longer_be_read(old: Path, registry: Registry) -> None:
    report = GradingReport.load(old / "reports" / "grading_report.json")
    assert report.competition_reports[0].leaderboard == "human"
    assert load_results([old / "reports" / "grading_report.json"], registry).runs[0].competition_id == TASK


def test_prepared_data_can_no_longer_be_used(old: Path, registry: Registry) -> None:
    layout = DataLayout(old / "data", TASK)
    assert kind_of(layout) == "miniature"
    assert prepare(registry.get(TASK), old / "data", Miniature(), PrepareOptions()).outcome == "already prepared"
    report = grade_submission(registry.get(TASK), layout.public / "sample_submission.csv", old / "data")
    assert report.valid_submission, report.error

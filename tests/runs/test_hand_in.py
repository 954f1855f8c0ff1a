"""Agents that start nothing: the oracle, and replays of files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mlebench.agents import AgentRegistry
from mlebench.audit.verify import gold_finding
from mlebench.catalog import Registry
from mlebench.errors import WrongUsage
from mlebench.grading.grade import grade_submission
from mlebench.grading.report import GradingReport
from mlebench.results import load_results
from mlebench.results.page import render_page
from mlebench.results.terminal import as_text
from mlebench.runs import RunGroup
from mlebench.runs.grade import grade_group
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.plan import RunOptions, RunSettings
from tests.conftest import Miniatures
from tests.runs.conftest import TASK

OTHER = "nomad2018-predict-transparent-conductors"


def run_all(
    agent_name: str, tasks: list[str], folder: Path, registry: Registry, data_dir: Path, **options: object
) -> RunGroup:
    agent = AgentRegistry().get(agent_name)
    asked = RunOptions("bubblewrap", **options)  # type: ignore[arg-type]
    group = create_group(folder / "runs", agent, [registry.get(task) for task in tasks], data_dir, asked)
    run_group(group, agent, registry, data_dir, asked)
    return group


@pytest.mark.parametrize("task", Registry().ids())
def test_the_oracle_wins(task: str, tmp_path: Path, registry: Registry, miniatures: Miniatures) -> None:
    data_dir = miniatures.layout(task).data_dir
    group = run_all("oracle", [task], tmp_path, registry, data_dir)
    (record,) = group.records()
    assert (record.state, record.sandbox, record.kind, group.spec.kind) == ("finished", "none", "oracle", "oracle")
    handed_in = group.file_of(group.spec.runs[0], "submission/submission.csv")
    report = grade_submission(registry.get(task), handed_in, data_dir, miniature_medals=True)
    assert report.score is not None, report.error
    finding = gold_finding(registry.get(task), report, toy=True)
    assert finding.ok is not False, finding.detail


def test_no_report_takes_the_oracle_for_an_agent(tmp_path: Path, registry: Registry, miniatures: Miniatures) -> None:
    data_dir = miniatures.layout(TASK).data_dir
    group = run_all("oracle", [TASK], tmp_path, registry, data_dir)
    grade_group(group, registry, data_dir, workers=1)
    results = load_results([group.folder])
    mark = "oracle: the harness handed in the answers"
    assert str(results.groups[0].no_agent).startswith(mark)
    assert mark in " ".join(as_text(results).split())
    assert mark in render_page(results)


def test_the_oracle_stays_on_this_machine(tmp_path: Path, registry: Registry, miniatures: Miniatures) -> None:
    with pytest.raises(WrongUsage, match="--executor local only"):
        run_all("oracle", [TASK], tmp_path, registry, miniatures.layout(TASK).data_dir, executor="slurm")
    assert not (tmp_path / "runs").exists()


def test_files_that_were_made_before_are_replayed(tmp_path: Path, registry: Registry, miniatures: Miniatures) -> None:
    data_dir = miniatures.layout(TASK).data_dir
    miniatures.layout(OTHER)
    files = tmp_path / "files"
    (files / OTHER).mkdir(parents=True)
    sample = (miniatures.layout(TASK).public / "sample_submission.csv").read_text()
    (files / f"{TASK}.csv").write_text(sample)
    (files / f"{TASK}_seed1.csv").write_text(sample.replace("\n", "\r\n"))
    shutil.copyfile(miniatures.layout(OTHER).public / "sample_submission.csv", files / OTHER / "submission.csv")
    settings = RunSettings(arguments={"folder": str(files)})
    group = run_all("replay", [TASK, OTHER], tmp_path, registry, data_dir, settings=settings, seeds=2)
    handed_in = {
        (run.competition_id, run.seed): group.file_of(run, "submission/submission.csv").read_bytes()
        for run in group.spec.runs
    }
    assert handed_in[TASK, 0] == (files / f"{TASK}.csv").read_bytes()
    assert handed_in[TASK, 1] == (files / f"{TASK}_seed1.csv").read_bytes()
    assert handed_in[OTHER, 0] == handed_in[OTHER, 1] == (files / OTHER / "submission.csv").read_bytes()
    report: GradingReport = grade_group(group, registry, data_dir, workers=1)
    assert report.total_valid_submissions == 4
    assert "replay: submissions that were made elsewhere" in as_text(load_results([group.folder]))


def test_a_replay_without_a_file_is_no_submission(tmp_path: Path, registry: Registry, miniatures: Miniatures) -> None:
    data_dir = miniatures.layout(TASK).data_dir
    (tmp_path / "files").mkdir()
    settings = RunSettings(arguments={"folder": str(tmp_path / "files")})
    group = run_all("replay", [TASK], tmp_path, registry, data_dir, settings=settings)
    (record,) = group.records()
    assert (record.state, record.submission, record.failure) == ("finished", None, None)
    assert f"{TASK}.csv" in record.left_behind[0]
    (report,) = grade_group(group, registry, data_dir, workers=1).competition_reports
    assert report.error_kind == "missing"


def test_a_replay_does_not_follow_a_link_out_of_its_folder(
    tmp_path: Path, registry: Registry, miniatures: Miniatures
) -> None:
    layout = miniatures.layout(TASK)
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / f"{TASK}.csv").symlink_to(next(layout.private.iterdir()))
    settings = RunSettings(arguments={"folder": str(tmp_path / "files")})
    group = run_all("replay", [TASK], tmp_path, registry, layout.data_dir, settings=settings, retries=0)
    (record,) = group.records()
    assert record.failure
    assert "leads out of its folder" in record.failure.message

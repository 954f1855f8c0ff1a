"""A run group that somebody sent: looking at it, grading it and going on with it touches nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mlebench.errors import MlebenchError
from mlebench.results import load_results
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.clean import clean_group
from mlebench.runs.listed import RUN_FILE
from mlebench.runs.record import write_atomically
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.runs.conftest import Harness
from tests.sandboxes import HAND_IN

KEY = "sk-live-77ab12"


@pytest.fixture
def group(harness: Harness) -> RunGroup:
    """One run that has ended and is not graded."""
    return harness.one(HAND_IN)[0]


def folder_of(group: RunGroup) -> Path:
    return group.folder_of(group.spec.runs[0])


def rewrite(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    content = json.loads(path.read_text())
    change(content)
    write_atomically(path, json.dumps(content))


def test_a_submission_that_is_a_link_to_the_answers_is_not_graded(group: RunGroup, harness: Harness) -> None:
    submission = folder_of(group) / "submission" / "submission.csv"
    submission.unlink()
    submission.symlink_to(harness.layout.private / "test.csv")
    with pytest.raises(MlebenchError, match=r"submission\.csv: leads out of its folder"):
        harness.grade(RunGroup.open(group.folder))
    assert not (group.folder / "grading_report.json").exists()


def test_a_snapshot_elsewhere_is_not_graded(group: RunGroup, harness: Harness) -> None:
    answers = os.path.relpath(harness.layout.private / "test.csv", folder_of(group))
    snapshot = {"bytes": 1, "sha256": "", "seconds": 1.0, "path": answers}
    rewrite(folder_of(group) / RUN_FILE, lambda record: record.update(snapshots=[snapshot]))
    harness.grade(RunGroup.open(group.folder))
    assert not (folder_of(group) / "snapshots.json").exists()


@pytest.mark.parametrize("name", ["run.log", "run.json", "report.json", "submission", ".cancel"])
def test_files_of_a_run_do_not_lead_elsewhere(name: str, group: RunGroup, cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "secret").write_text(KEY)
    path = folder_of(group) / name
    if os.path.lexists(path):
        path.rename(tmp_path / "before")
    path.symlink_to(tmp_path / "secret")
    for command in (("runs", "logs", group.folder, ""), ("runs", "show", group.folder), ("report", group.folder)):
        done = cli(*command)
        assert done.code == 1
        assert f"{folder_of(group).name}/{name}: a link that leads to" in done.err
        assert KEY not in done.out + done.err


@pytest.mark.parametrize("name", ["metadata.json", ".lock", "slurm.sh", "grading_report.json"])
def test_files_of_the_group_do_not_lead_elsewhere(name: str, group: RunGroup, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text(group.spec.model_dump_json() if name == "metadata.json" else "mine")
    (group.folder / name).unlink(missing_ok=True)
    (group.folder / name).symlink_to(tmp_path / "precious")
    with pytest.raises(MlebenchError, match=f"{name}: a link that leads to"):
        RunGroup.open(group.folder)


def test_a_run_that_is_a_link_to_another_folder_is_refused(group: RunGroup, tmp_path: Path) -> None:
    (tmp_path / "work" / "logs").mkdir(parents=True)
    folder_of(group).rename(tmp_path / "before")
    folder_of(group).symlink_to(tmp_path / "work")
    with pytest.raises(MlebenchError, match="a link that leads to"):
        RunGroup.open(group.folder)


def test_a_pipe_in_a_group_keeps_nobody_waiting(group: RunGroup) -> None:
    os.mkfifo(folder_of(group) / "report.json")
    with pytest.raises(MlebenchError, match=r"report\.json: neither a file nor a folder"):
        load_results([group.folder])


@pytest.mark.parametrize("name", ["../../work", "/tmp", "..", "", "a/b", "a\nb"])
@pytest.mark.parametrize("field", ["run_id", "competition_id"])
def test_the_plan_names_nothing_outside_the_group(field: str, name: str, group: RunGroup, tmp_path: Path) -> None:
    """Going on with such a group would clear `logs` and `code` there, and end what runs under that name."""
    (tmp_path / "work" / "logs").mkdir(parents=True)
    rewrite(group.folder / "metadata.json", lambda spec: spec["runs"][0].update({field: name}))
    with pytest.raises(MlebenchError, match=r"metadata\.json: cannot be read"):
        RunGroup.open(group.folder)
    assert (tmp_path / "work" / "logs").is_dir()


def test_a_record_speaks_of_its_own_run_only(group: RunGroup) -> None:
    """What runs under the name in it is ended when the group is cleaned."""
    rewrite(folder_of(group) / RUN_FILE, lambda record: record.update(run_id="somebody-elses", state="running"))
    with pytest.raises(MlebenchError, match="another run"):
        RunRecord.load(folder_of(group))
    assert clean_group(RunGroup.open(group.folder)) == []


def test_a_groups_name_does_not_become_a_command_in_its_script(harness: Harness) -> None:
    group = harness.group(HAND_IN)
    rewrite(group.folder / "metadata.json", lambda spec: spec.update(group_id="x\ntouch /tmp/owned"))
    with pytest.raises(MlebenchError, match=r"metadata\.json: cannot be read"):
        RunGroup.open(group.folder)


def test_a_script_is_not_written_through_a_link(harness: Harness, tmp_path: Path) -> None:
    group = harness.group(HAND_IN)
    (tmp_path / "bashrc").write_text("mine")
    (group.folder / "slurm.sh").symlink_to(tmp_path / "bashrc")  # after the group was opened
    harness.run(group, executor="slurm")
    assert (tmp_path / "bashrc").read_text() == "mine"
    assert (group.folder / "slurm.sh").read_text().startswith("#!/bin/bash")


def test_a_group_cannot_choose_for_its_user_to_run_without_isolation(harness: Harness, cli: Cli) -> None:  # noqa: F811
    group = harness.group(HAND_IN, sandbox="process")
    # It may even say of itself that it isolates.
    rewrite(group.folder / "metadata.json", lambda spec: spec.update(guarantees=["isolated", "no-network"]))
    where = ["--data-dir", harness.data_dir, "--agents-dir", harness.folder / "agents"]
    done = cli("run", "--resume", group.folder, *where)
    assert done.code == 1
    assert f"mlebench run --resume {group.folder} --sandbox process" in done.err
    assert [record.state for record in group.records()] == ["planned"]
    done = cli("run", "--resume", group.folder, "--sandbox", "process", *where)
    assert done.code == 0
    assert "NO ISOLATION" in done.err

"""The script for Slurm: it is run here by bash, task by task, as Slurm would on its nodes."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from mlebench.agents import Agent, load_agent
from mlebench.errors import MlebenchError
from mlebench.runs import RunGroup
from mlebench.runs.launch import run_alone
from mlebench.runs.slurm import SCRIPT
from tests.cli import conftest as commands
from tests.cli.conftest import Cli
from tests.conftest import Miniatures
from tests.runs.conftest import TASK, Harness, options_of
from tests.sandboxes import HAND_IN, write_agent

cli = commands.cli  # the fixture


def _agent(harness: Harness) -> Agent:
    return load_agent(harness.folder / "agents" / "tester")


def _directives(script: Path) -> dict[str, str]:
    return dict(re.findall(r"^#SBATCH --([\w-]+)=(.*)$", script.read_text(), re.MULTILINE))


def test_the_array_finishes_a_group_and_resuming_only_grades(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    places = tmp_path / "with space"  # what is not quoted falls apart here
    write_agent(places / "agents", HAND_IN + "print('seed', os.environ['SEED'])")
    data = miniatures.layout(TASK).data_dir
    where = ["--data-dir", data, "--runs-dir", places / "runs", "--agents-dir", places / "agents"]
    asked = ["--seeds", 2, "--sandbox", "process", "--time-limit", "60s"]
    done = cli("run", "--agent", "tester", "-c", TASK, "--executor", "slurm", "--write-only", *asked, *where)
    assert done.code == 0, done.err
    group = RunGroup.find("latest", places / "runs")
    script = group.folder / "slurm.sh"
    assert f"sbatch {script}" in done.out
    assert "mlebench run --resume" in done.out
    assert {record.state for record in group.records()} == {"planned"}

    subprocess.run(["bash", "-n", script], check=True)
    assert _directives(script)["array"] == "0-1"
    for task in range(2):
        environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}
        finished = subprocess.run([script], env=environment, cwd="/", capture_output=True, text=True)
        assert finished.returncode == 0, finished.stderr
        assert f"{TASK} seed {task}: finished" in finished.stdout
    assert [record.state for record in group.records()] == ["finished", "finished"]

    assert cli("run", "--resume", group.folder, *where).code == 0
    assert [record.attempt for record in group.records()] == [1, 1]
    assert (group.folder / "grading_report.json").is_file()
    nothing_left = cli("run", "--resume", group.folder, "--executor", "slurm", "--write-only", *where)
    assert nothing_left.code == 1
    assert "no run left" in nothing_left.err


def test_the_script_asks_for_what_the_group_needs(harness: Harness) -> None:
    limits = {"time_limit": 7200.0, "cpus": 3.5, "memory_gb": 10, "gpus": 2}
    group = harness.group("pass", seeds=3, resources=limits)
    harness.run(group, executor="slurm", workers=2, resources=limits)
    asked = _directives(group.folder / SCRIPT)
    assert asked["array"] == "0-2%2"
    assert int(asked["time"]) > 120  # minutes: a job that ended with its agent would lose what it handed in
    assert asked["cpus-per-task"] == "4"
    assert asked["mem"] == f"{10 * 1024 + 2048}M"
    assert asked["gpus"] == "2"


def test_a_single_run_is_neither_repeated_nor_mixed_up(harness: Harness) -> None:
    group, asked = harness.group(HAND_IN, seeds=2), options_of()
    first, second = group.spec.runs
    for _ in range(2):
        record = run_alone(group, first.run_id, _agent(harness), harness.registry, harness.data_dir, asked)
        assert (record.state, record.attempt) == ("finished", 1)
    assert group.record(second).state == "planned"
    with pytest.raises(MlebenchError, match="has no run"):
        run_alone(group, "another", _agent(harness), harness.registry, harness.data_dir, asked)
    (group.folder / ".cancel").touch()  # of the whole group: a task that starts later keeps to it
    record = run_alone(group, second.run_id, _agent(harness), harness.registry, harness.data_dir, asked)
    assert record.state == "cancelled"


def test_single_runs_share_a_group_with_each_other_but_not_with_a_resumed_one(harness: Harness) -> None:
    group = harness.group("pass")
    with group.locked(shared=True):
        with group.locked(shared=True):
            assert group.is_at_work()
        with pytest.raises(MlebenchError, match="another mlebench"):
            harness.run(group)


def test_options_of_another_executor_are_wrong_usage(cli: Cli, tmp_path: Path) -> None:
    for wrong in (
        ["--write-only"],
        ["--executor", "ray", "--write-only"],
        ["--address", "here:6379"],
        ["--executor", "slurm", "--write-only", "--address", "here:6379"],
    ):
        done = cli("run", "--agent", "dummy", "-c", TASK, "--data-dir", tmp_path, *wrong)
        assert done.code == 2, wrong
        assert "--write-only" in done.err or "is not for --executor" in done.err


def test_a_run_that_is_at_work_is_not_begun_by_another_beside_it(harness: Harness) -> None:
    group, asked = harness.group(HAND_IN, seeds=2), options_of()
    first, second = group.spec.runs
    with group.locked(shared=True), group.run_locked(first):
        with pytest.raises(MlebenchError, match="another mlebench is working on this run"):
            run_alone(group, first.run_id, _agent(harness), harness.registry, harness.data_dir, asked)
        assert group.record(first).state == "planned"
        record = run_alone(group, second.run_id, _agent(harness), harness.registry, harness.data_dir, asked)
        assert record.state == "finished"
    record = run_alone(group, first.run_id, _agent(harness), harness.registry, harness.data_dir, asked)
    assert record.state == "finished"

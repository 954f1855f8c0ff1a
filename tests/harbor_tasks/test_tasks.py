"""Task folders of Harbor: read, checked and run by Harbor itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import mlebench
from mlebench.cli.main import cli
from mlebench.data.layout import EXPECTED
from mlebench.grading.report import GradingReport
from tests.environments import environment, newer_docker, newer_python
from tests.harbor_tasks.images import VERIFIER, make_verifier_image

ID = "starter-wine-cultivars"
# Harbor closes the network with an image that it fetches; the test engine has no registry, so Compose closes it.
CLOSED = "services:\n  main:\n    network_mode: none\n"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    mlebench.prepare(ID, data_dir=folder)
    return folder


def export(data: Path, target: Path, *words: str) -> Path:
    asked = ["export", "harbor", str(target), "-c", ID, "--data-dir", str(data), *words]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    return target / ID


def harbor(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    if (python := newer_python()) is None:
        pytest.skip("no Python 3.12 or newer is installed, which Harbor needs")
    program = environment("harbor", python=python) / "harbor"
    quick = {"LITELLM_LOCAL_MODEL_COST_MAP": "True"}  # it would look for prices on the network, several times
    return subprocess.run([program, *words], capture_output=True, text=True, env={**os.environ, **quick, **variables})


@pytest.mark.attack
def test_answers_are_in_the_agents_image(data: Path, tmp_path: Path) -> None:
    task = export(data, tmp_path / "tasks")
    assert sorted(path.name for path in task.iterdir()) == ["environment", "instruction.md", "task.toml", "tests"]
    answers = (data / ID / "prepared" / "private" / "test.csv").read_text().splitlines()[1:]
    shown = [path for path in [task / "instruction.md", *(task / "environment").rglob("*")] if path.is_file()]
    public = {
        path.relative_to(data / ID / "prepared" / "public") for path in (data / ID / "prepared/public").rglob("*")
    }
    assert {
        path.relative_to(task / "environment" / "data") for path in (task / "environment/data").rglob("*")
    } == public
    assert not [path for path in shown if set(answers) & set(path.read_text().splitlines())]
    assert (task / "tests" / "data" / ID / "prepared" / "private" / "test.csv").is_file()
    assert not (task / "environment" / "Dockerfile").read_text().count("tests")
    again = CliRunner().invoke(cli, ["export", "harbor", str(task.parent), "-c", ID, "--data-dir", str(data)])
    assert "exists" in str(again.exception)


def test_graders_of_data_from_elsewhere_look_for_public_files(data: Path, tmp_path: Path) -> None:
    """What is expected of a submission is not there where another program prepared the data, or another version."""
    other = tmp_path / "data"
    shutil.copytree(data, other)
    (other / ID / "prepared" / EXPECTED).unlink()
    task = export(other, tmp_path / "tasks", "--with-oracle")
    graded = mlebench.grade(task / "solution" / "submission.csv", ID, data_dir=task / "tests" / "data")
    assert graded.gold_medal, graded.error


def test_harbor_finds_a_fault_in_a_task(data: Path, tmp_path: Path) -> None:
    task = export(data, tmp_path / "tasks", "--with-oracle")
    found = harbor("lint", "--json", str(task), "--ignore", "unpinned-image", "--ignore", "root-agent")
    assert json.loads(found.stdout) == [], found.stdout + found.stderr


def test_parity_is_made_up(data: Path, tmp_path: Path) -> None:
    report = mlebench.grade(data / ID / "prepared/public/sample_submission.csv", ID, data_dir=data)
    for number in range(2):
        (tmp_path / f"{number}.json").write_text(GradingReport.of([report]).to_json())
    export(data, tmp_path / "tasks", "--runs", f"mine={tmp_path / '0.json'},{tmp_path / '1.json'}")
    [entry] = json.loads((tmp_path / "tasks" / "parity_experiment.json").read_text())
    assert (entry["agent"], entry["number_of_runs"], entry["parity_benchmark_size"]) == ("mine", 2, 1)
    assert [(metric["metric"], metric["original_runs"]) for metric in entry["metrics"]] == [
        ("any_medal (%)", [0.0, 0.0]),
        ("above_median (%)", [0.0, 0.0]),
        ("valid_submission (%)", [100.0, 100.0]),
    ]
    assert all(metric["harbor"] is None for metric in entry["metrics"])


def test_the_oracle_loses_or_nothing_wins(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", newer_docker())
    make_verifier_image(tmp_path)
    images = ("--image", "mlebench-test:python", "--verifier-image", VERIFIER)
    task = export(data, tmp_path / "tasks", "--with-oracle", "--network", "public", *images)
    closed = tmp_path / "closed.yaml"
    closed.write_text(CLOSED)
    rewards = {}
    for agent in ("oracle", "nop"):
        told = ("-p", str(task), "-a", agent, "-o", str(tmp_path / "jobs"), "--job-name", agent, "-y", "-q")
        done = harbor("run", *told, "--extra-docker-compose", str(closed))
        assert done.returncode == 0, done.stdout + done.stderr
        [path] = (tmp_path / "jobs" / agent).glob("*/verifier/reward.json")
        rewards[agent] = json.loads(path.read_text())
    assert (rewards["oracle"]["reward"], rewards["oracle"]["gold"]) == (1.0, 1.0)
    assert rewards["nop"] == dict.fromkeys(("reward", "gold", "silver", "bronze", "above_median", "valid"), 0.0)

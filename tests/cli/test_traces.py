"""What a user sees of a fault of ours: one message, and where the rest is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.grading.conftest import Lab, lab  # noqa: F401  a fixture
from tests.sandboxes import HAND_IN, write_agent

LINE = 'return {}["no such key"]'


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Where the command, as it is called here, keeps tracebacks."""
    return tmp_path / "state"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    from mlebench.catalog import Registry

    def default(*_: object) -> None:
        raise RuntimeError("nobody expected this")

    monkeypatch.setattr(Registry, "default", default)


@pytest.mark.usefixtures("broken")
def test_an_unexpected_error_is_one_message_and_a_file(cli: Cli, state: Path) -> None:
    done = cli("competitions")
    assert done.code == 1
    first, second = done.err.splitlines()
    assert first == "Unexpected error: RuntimeError: nobody expected this"
    (file,) = state.rglob("*.log")
    assert second == f"The traceback is in {file}"
    assert "Traceback" in file.read_text()


@pytest.mark.usefixtures("broken")
def test_where_no_file_can_be_written_the_traceback_is_shown(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/nowhere")
    done = cli("competitions")
    assert done.code == 1
    assert "Traceback" in done.err


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("where", ["before", "after", "long", "environment"])
def test_verbose_shows_the_traceback_wherever_it_is_said(where: str, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    if where == "environment":
        monkeypatch.setenv("MLEBENCH_VERBOSE", "1")
    lines = {"before": ["-v", "competitions"], "after": ["competitions", "-v"], "long": ["--verbose", "competitions"]}
    done = cli(*lines.get(where, ["competitions"]))
    assert done.code == 1
    assert done.err.count("Traceback (most recent call last)") == 1
    assert "Unexpected error: RuntimeError" in done.err


def test_verbose_is_an_option_of_commands_below_commands(cli: Cli, tmp_path: Path) -> None:
    assert cli("runs", "list", "-v", "--runs-dir", tmp_path).code == 0
    assert "--verbose" in cli("runs", "show", "--help").out
    done = cli("runs", "show", "latest", "-v", "--runs-dir", tmp_path)
    assert done.code == 1
    assert "MlebenchError" in done.err
    assert "Traceback" not in cli("runs", "show", "latest", "--runs-dir", tmp_path).err


def test_a_grader_that_fails_is_traced_by_every_command(cli: Cli, lab: Lab, state: Path, tmp_path: Path) -> None:  # noqa: F811
    lab.grader(LINE)
    places = ["--data-dir", lab.data_dir, "--competitions-dir", lab.folder.parent]
    for command in ("grade-sample", "validate"):
        done = cli(command, lab.sample, "my-task", *places)
        assert done.code == 1
        path = Path(done.err.splitlines()[-1].removeprefix("The traceback is in "))
        assert path.is_relative_to(state)
        assert LINE in path.read_text()
        assert LINE not in done.out + done.err
        assert LINE in cli(command, lab.sample, "my-task", *places, "-v").err

    lines = tmp_path / "lines.jsonl"
    lines.write_text(json.dumps({"competition_id": "my-task", "submission_path": str(lab.sample)}))
    done = cli("grade", "--submission", lines, "--output-dir", tmp_path / "out", *places)
    assert done.code == 1
    (report,) = (tmp_path / "out").glob("*_grading_report.json")
    faults = report.with_name(report.name.replace("_grading_report.json", "_grading_faults.log"))
    assert LINE in faults.read_text()
    assert f"The traceback is in {faults}" in done.err
    assert f"The traceback is in {faults}" in report.read_text()
    assert LINE not in report.read_text()


def test_a_run_that_did_not_go_well_says_where_to_look(cli: Cli, lab: Lab, tmp_path: Path) -> None:  # noqa: F811
    lab.grader(LINE)
    write_agent(tmp_path / "agents", HAND_IN)
    broken = write_agent(tmp_path / "agents", "", name="broken")
    (broken.folder / "agent.yaml").write_text("name: broken\ndescription: d\nstart: [no-such-program]\n")
    places = ["--data-dir", lab.data_dir, "--competitions-dir", lab.folder.parent, "--runs-dir", tmp_path / "runs"]
    asked = ["-c", "my-task", "--agents-dir", tmp_path / "agents", "--sandbox", "process", "--retries", 0]
    for agent, name in (("tester", "grading_faults.log"), ("broken", "harness.log")):
        done = cli("run", "--agent", agent, *asked, *places)
        assert done.code == 1
        (path,) = (tmp_path / "runs").glob(f"*_{agent}/**/{name}")
        assert f"  see {path}" in done.err
        (group,) = (tmp_path / "runs").glob(f"*_{agent}")
        shown = cli("runs", "show", group, "my-task")
        assert str(path) in shown.out.replace("\n", "")
        assert str(group / "harness.log") in shown.out
        (record,) = json.loads(cli("runs", "show", group, "--json").out)
        assert str(path) in record["look_in"]
    assert cli("runs", "show", group, "no-such-run").code == 2

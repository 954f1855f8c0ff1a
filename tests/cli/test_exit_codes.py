"""0 for success, 1 for failure, 2 for wrong usage: a script can tell them apart, whatever the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.sandboxes import HAND_IN, write_agent

TASK = "spooky-author-identification"
WRONG_NAMES = {
    "competition": [
        "competitions show {wrong}",
        "prepare -c {wrong}",
        "grade-sample x.csv {wrong}",
        "validate x.csv {wrong}",
        "lint {wrong}",
        "dev verify {wrong}",
        "run --agent dummy -c {wrong}",
    ],
    "split": ["competitions --split {wrong}", "prepare --split {wrong}", "run --agent dummy --split {wrong}"],
    "agent": [f"run --agent {{wrong}} -c {TASK}"],
    "sandbox": [f"run --agent dummy -c {TASK} --sandbox {{wrong}}"],
    "executor": [f"run --agent dummy -c {TASK} --executor {{wrong}}"],
    "group": [
        "runs show {wrong}",
        "runs logs {wrong} x",
        "runs cancel {wrong}",
        "runs clean {wrong}",
        "report {wrong}",
    ],
    "group to resume": ["run --resume {wrong}", "runs work {wrong} x"],
    "format": ["report latest --format {wrong}"],
    "folder": [
        "agents --agents-dir {wrong}",
        "competitions --competitions-dir {wrong}",
        f"run --agent dummy -c {TASK} --competitions-dir {{wrong}}",
    ],
    "command": ["{wrong}", "runs {wrong}", "config {wrong}"],
    "option": ["{command} --{wrong}"],
}


@pytest.mark.parametrize("line", [line for lines in WRONG_NAMES.values() for line in lines])
def test_a_wrong_name_is_exit_code_2(line: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLEBENCH_DATA_DIR", str(tmp_path / "data"))
    done = cli(*line.format(wrong="no-such-thing", command="demo").split())
    assert done.code == 2
    assert "no-such-thing" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("resources", "ram: 3", "ram: unknown field"),
        ("resources", "processes: many", "processes: must be a whole number"),
        ("resources", "processes: 2", "processes: must be at least 16"),
        ("resources", "cpus: [", "line 2: is not YAML"),
        ("prices", "my-model: {}", "my-model.input: is missing"),
        ("prices", "my-model: {input: cheap}", "my-model.input: must be a number"),
        ("list", "no-such-thing", "There is no competition 'no-such-thing'"),
        ("list", "# none", "names no competition"),
    ],
)
def test_a_wrong_field_in_a_named_file_is_exit_code_2(
    name: str, text: str, problem: str, cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / f"{name}.yaml"
    file.write_text(text + "\n")
    chosen = [] if name == "list" else ["-c", TASK]
    done = cli("run", "--agent", "dummy", *chosen, f"--{name}", file, "--data-dir", tmp_path)
    assert done.code == 2
    assert problem in done.err
    _no_jargon(done.err)


def test_a_wrong_field_of_an_agent_or_a_competition_is_exit_code_2(cli: Cli, tmp_path: Path) -> None:
    agent = write_agent(tmp_path / "agents", HAND_IN)
    with (agent.folder / "agent.yaml").open("a") as file:
        file.write("\ntoolz: [web]\nneeds: {gpu: perhaps}\n")
    done = cli("run", "--agent", "tester", "-c", TASK, "--agents-dir", tmp_path / "agents", "--data-dir", tmp_path)
    assert done.code == 2
    assert "agent.yaml: toolz: unknown field" in done.err
    assert "agent.yaml: needs.gpu: must be true or false" in done.err
    _no_jargon(done.err)

    cli("new", "mine", "--dir", tmp_path / "own")
    facts = tmp_path / "own" / "mine" / "competition.yaml"
    facts.write_text(facts.read_text().replace("name:", "nmae:", 1).replace("complexity: ", "complexity: very-", 1))
    done = cli("competitions", "show", "mine", "--competitions-dir", tmp_path / "own")
    assert done.code == 2
    assert f"{facts}: nmae: unknown field" in done.err
    assert f"{facts}: name: is missing" in done.err
    assert f"{facts}: complexity: must be 'low'" in done.err
    _no_jargon(done.err)
    assert cli("lint", facts.parent).code == 1  # there it is a finding


def test_a_report_that_is_none_is_told_in_plain_words(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    for text, reason in (("{}", "is missing"), ("[", "is not JSON")):
        file.write_text(text)
        done = cli("report", file)
        assert done.code == 2
        assert f"{file}: not a grading report" in done.err
        assert reason in done.err
        _no_jargon(done.err)


def test_what_is_right_and_cannot_be_done_is_exit_code_1(cli: Cli, tmp_path: Path) -> None:
    empty = ["--data-dir", tmp_path / "data"]
    assert cli("run", "--agent", "dummy", "-c", TASK, *empty).code == 1
    assert cli("validate", tmp_path / "x.csv", TASK, *empty).code == 1
    assert cli("runs", "show", "latest", "--runs-dir", tmp_path).code == 1
    done = cli("prepare", "-c", TASK, "--miniature", "--data-dir", "/proc/no-such-folder")
    assert done.code == 1
    assert "The data folder /proc/no-such-folder cannot be written to" in done.err
    assert "--data-dir" in done.err


def test_a_beginning_or_a_part_of_an_id_is_answered_with_the_whole(cli: Cli) -> None:
    assert "Did you mean spooky-author-identification?" in cli("competitions", "show", "spooky").err
    assert "rsna-breast-cancer-detection" in cli("competitions", "show", "rsna").err
    assert "nomad2018-predict-transparent-conductors" in cli("competitions", "show", "conductors").err


def _no_jargon(text: str) -> None:
    for word in ("pydantic", "Extra inputs", "Input should", "Field required", "validation error", "https://errors"):
        assert word not in text

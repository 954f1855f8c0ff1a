"""agents, and what run says of them, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.agents.packages import only_wheels_of, write_wheel
from tests.cli.conftest import Cli
from tests.conftest import Miniatures
from tests.runs.conftest import TASK
from tests.sandbox.conftest import bubblewrap_problem
from tests.sandboxes import HAND_IN, write_agent

EXTRA = """\
homepage: https://example.org
licence: MIT
arguments:
  steps: {type: integer, default: 20, description: Attempts at most}
  deep: {type: boolean, default: false}
  cmd: {description: What to do}
needs: {model: [openai-chat, anthropic], gpu: true}
resources: {time_limit: 2h}
tools: {words: {npm: ["greeting@1.2.3"]}}
variants: {long: {description: More of it, arguments: {steps: 99}}}
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def test_all_are_listed_with_their_variants(cli: Cli, tmp_path: Path) -> None:
    write_agent(tmp_path / "agents", "", extra=EXTRA)
    done = cli("agents", "--agents-dir", tmp_path / "agents")
    assert done.code == 0, done.err
    names = [line.split()[0] for line in done.out.splitlines()]
    assert {"nop", "oracle", "dummy", "minimal", "command", "replay", "baseline", "tester", "tester/long"} <= set(names)
    listed = json.loads(cli("agents", "--json").out)
    assert {"nop", "oracle"} <= {agent["name"] for agent in listed}


def test_one_is_described(cli: Cli, tmp_path: Path) -> None:
    agent = write_agent(tmp_path / "agents", "", extra=EXTRA)
    done = cli("agents", "show", "tester", "--agents-dir", tmp_path / "agents")
    assert done.code == 0, done.err
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    for expected in (
        "tester: for tests",
        "homepage https://example.org",
        "licence MIT",
        "needs model (openai-chat, anthropic), gpu",
        "resources time_limit 7200.0",
        "starts python start.py",
        "steps integer default 20 Attempts at most",
        "deep boolean default false",
        "cmd string must be given What to do",
        "words npm: greeting@1.2.3 not installed",
        f"Install them with: mlebench agents build tester --agents-dir {tmp_path / 'agents'}",
        "long More of it",
    ):
        assert expected in lines
    shown = json.loads(cli("agents", "--agents-dir", tmp_path / "agents", "show", "tester/long", "--json").out)
    assert shown["name"] == "tester/long"
    assert shown["arguments"]["steps"]["default"] == 99
    assert shown["digest"] == agent.digest()
    assert shown["tools"]["words"]["installed"] is False
    for wrong, hint in (("testr", "Did you mean tester"), ("tester/lng", "Did you mean long?")):
        refused = cli("agents", "show", wrong, "--agents-dir", tmp_path / "agents")
        assert (refused.code, hint in refused.err) == (2, True)


def test_an_agent_of_ones_own_works_as_it_was_made(cli: Cli, tmp_path: Path) -> None:
    if problem := bubblewrap_problem():
        pytest.skip(problem)
    done = cli("agents", "new", "my-agent")
    assert done.code == 0, done.err
    assert "Created agents/my-agent with" in done.out
    task, where = "starter-breast-cancer", ["--data-dir", tmp_path / "data"]
    assert cli("prepare", "-c", task, *where).code == 0
    done = cli("run", "--agent", "my-agent", "--agents-dir", "agents", "-c", task, "--time-limit", "60s", *where)
    assert done.code == 0, done.err
    (report,) = (tmp_path / "runs").glob("*/*/report.json")
    assert json.loads(report.read_text())["valid_submission"] is True
    (log,) = (tmp_path / "runs").glob("*/*/logs/agent.log")
    assert f"for {task}" in log.read_text()


def test_the_templates_failure_is_not_hidden_by_its_pipe(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    assert cli("agents", "new", "my-agent").code == 0
    (tmp_path / "agents" / "my-agent" / "agent.py").write_text("raise SystemExit('no idea')")
    where = ["--agents-dir", "agents", "--data-dir", miniatures.layout(TASK).data_dir, "--sandbox", "process"]
    done = cli("run", "--agent", "my-agent", "-c", TASK, *where)
    assert "failed" in done.err
    assert "last words: no idea" in done.err


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("../x", 2, "is no name of an agent"),
        ("", 2, "is no name"),
        ("dummy", 2, "built-in agent"),
        ("mine", 1, "exists"),
    ],
)
def test_a_name_that_will_not_do_is_refused(name: str, code: int, message: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "agents" / "mine").mkdir(parents=True)
    done = cli("agents", "new", name)
    assert (done.code, message in done.err) == (code, True)
    assert not list((tmp_path / "agents" / "mine").iterdir())


def test_tools_are_installed_on_request_and_never_silently(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    write_wheel(tmp_path / "wheels")
    agent = write_agent(tmp_path / "agents", HAND_IN + "import greeting; greeting.main()")
    (agent.folder / "requirements.txt").write_text("greeting\n")
    where = ["--agents-dir", tmp_path / "agents"]
    run = ["run", "--agent", "tester", "-c", TASK, "--sandbox", "process", *where]
    run += ["--data-dir", miniatures.layout(TASK).data_dir]
    done = cli(*run)
    assert done.code == 2
    assert f"mlebench agents build tester --agents-dir {tmp_path / 'agents'}" in done.err
    assert not (tmp_path / "runs").exists()
    with pytest.MonkeyPatch.context() as patch:
        only_wheels_of(tmp_path / "wheels", patch)
        done = cli("agents", "build", "tester", *where)
    assert done.code == 0, done.err
    assert "greeting 1.2.3" in done.out
    assert "python: installing" in done.err
    assert cli("agents", "build", "tester", *where).err == ""  # nothing is left to do
    done = cli(*run)
    assert done.code == 0, done.err
    (log,) = (tmp_path / "runs").glob("*/*/run.log")
    assert "hello from greeting" in log.read_text()
    assert "greeting 1.2.3" in cli("agents", "show", "tester", *where).out
    assert "nothing to install" in cli("agents", "build", "dummy").out


def test_a_missing_program_ends_a_build_with_its_reason(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_agent(tmp_path / "agents", "", extra=EXTRA)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = cli("agents", "build", "tester", "--agents-dir", tmp_path / "agents")
    assert done.code == 1
    assert "npm, which is not on this machine" in done.err


ARGUMENTS = "arguments: {steps: {type: integer, default: 20}, cmd: {default: ls}}\n"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["-A", "step=1"], "has no argument 'step'.\nDid you mean steps?"),
        (["-A", "steps=many"], "-A steps: must be a whole number, not 'many'"),
        (["-A", "steps"], "not of the form NAME=VALUE"),
        (["-A", "steps=1", "-A", "steps=2"], "'steps' is given twice"),
        (["--model", "gpt-x"], "uses no model"),
        (["--allow-model", "gpt-*"], "uses no model"),
        (["--sandbox", "none"], "needs a sandbox"),
        (["--agent", "tester/long"], "has no variant 'long'"),
        (["--agent", "oracle", "--sandbox", "process"], "no sandbox to be chosen"),
        (["--agent", "oracle", "--executor", "slurm"], "--executor local only"),
        (["--agent", "command"], "needs its argument 'folder'"),
        (["--agent", "command", "-A", "folder=/no/such/folder", "-A", "cmd=ls"], "there is no folder /no/such/folder"),
        (["--resume", "latest", "--model", "x"], "--resume takes the agent's model from the group"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_starts(
    typed: list[str], message: str, cli: Cli, miniatures: Miniatures, tmp_path: Path
) -> None:
    write_agent(tmp_path / "agents", "", extra=ARGUMENTS)
    named = [] if {"--agent", "--resume"} & set(typed) else ["--agent", "tester"]
    chosen = [] if "--resume" in typed else ["-c", TASK]
    where = ["--agents-dir", tmp_path / "agents", "--data-dir", miniatures.layout(TASK).data_dir]
    done = cli("run", *named, *typed, *chosen, *where)
    assert (done.code, message in done.err) == (2, True), done.err
    assert not (tmp_path / "runs").exists()


def test_arguments_come_from_files_and_variables_too_and_stay_with_the_group(
    cli: Cli, miniatures: Miniatures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_agent(tmp_path / "agents", HAND_IN, extra=ARGUMENTS)
    places = ["--agents-dir", tmp_path / "agents", "--data-dir", miniatures.layout(TASK).data_dir]
    where = [*places, "--sandbox", "process"]
    (tmp_path / "mlebench.toml").write_text('[run]\nargument = ["steps=7", "cmd=a b"]\n')
    assert cli("run", "--agent", "tester", "-c", TASK, *where).code == 0
    monkeypatch.setenv("MLEBENCH_RUN_ARGUMENT", "steps=8")
    assert cli("run", "--agent", "tester", "-c", TASK, *where).code == 0
    found = [json.loads(path.read_text()) for path in sorted((tmp_path / "runs").glob("*/metadata.json"))]
    assert [each["settings"]["arguments"] for each in found] == [{"steps": 7, "cmd": "a b"}, {"steps": 8, "cmd": "ls"}]
    (record, _) = sorted((tmp_path / "runs").glob("*/*/run.json"))
    content = json.loads(record.read_text())
    record.write_text(json.dumps({**content, "state": "planned"}))  # as if it had not been run
    assert cli("run", "--resume", record.parent.parent, *where).code == 0
    again = json.loads(record.read_text())
    assert (again["state"], again["arguments"]) == ("finished", {"steps": 7, "cmd": "a b"})
    done = cli("run", "--resume", record.parent.parent, "-A", "steps=9", *where)
    assert (done.code, "from the group, which has others" in done.err) == (2, True)
    monkeypatch.setenv("MLEBENCH_RUN_ARGUMENT", "stps=8")
    done = cli("run", "--agent", "tester", "-c", TASK, *where)
    assert (done.code, "Did you mean steps?" in done.err) == (2, True)


def test_files_of_the_user_are_shown_only_where_the_user_says_so(
    cli: Cli, miniatures: Miniatures, tmp_path: Path
) -> None:
    """Neither a file that lies in the folder nor a group that somebody sent decides that."""
    write_agent(tmp_path / "agents", HAND_IN, extra="arguments: {notes: {type: file}}\n")
    (tmp_path / "notes").write_text("mine")
    places = ["--agents-dir", tmp_path / "agents", "--data-dir", miniatures.layout(TASK).data_dir]
    run = ["run", "--agent", "tester", "-c", TASK, "--sandbox", "process", *places]
    (tmp_path / "mlebench.toml").write_text(f'[run]\nargument = ["notes={tmp_path / "notes"}"]\n')
    done = cli(*run)
    assert (done.code, "A file that was not named cannot decide that" in done.err) == (2, True)
    (tmp_path / "mlebench.toml").unlink()
    said = ["-A", f"notes={tmp_path / 'notes'}"]
    assert cli(*run, *said).code == 0
    (record,) = (tmp_path / "runs").glob("*/*/run.json")
    content = json.loads(record.read_text())
    record.write_text(json.dumps({**content, "state": "planned"}))
    resume = ["run", "--resume", "latest", "--sandbox", "process", *places]
    done = cli(*resume)
    assert done.code == 1
    assert f"--sandbox process -A notes={tmp_path / 'notes'}" in done.err
    assert cli(*resume, *said).code == 0
    assert json.loads(record.read_text())["state"] == "finished"


def test_an_agent_without_a_key_for_its_model_is_not_started(
    cli: Cli, miniatures: Miniatures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    write_agent(tmp_path / "agents", "", extra="needs: {model: [openai-chat]}\n")
    where = ["--agents-dir", tmp_path / "agents", "--data-dir", miniatures.layout(TASK).data_dir]
    run = ["run", "--agent", "tester", "-c", TASK, "--sandbox", "process", *where]
    done = cli(*run)
    assert (done.code, "Say it with: --model NAME" in done.err) == (2, True)
    done = cli(*run, "--model", "gpt-x")
    assert (done.code, "Export OPENAI_API_KEY" in done.err) == (1, True)
    assert not (tmp_path / "runs").exists()


def test_doing_nothing_is_no_submission(cli: Cli, miniatures: Miniatures, tmp_path: Path) -> None:
    where = ["--data-dir", miniatures.layout(TASK).data_dir, "--sandbox", "process"]
    done = cli("run", "--agent", "nop", "-c", TASK, *where)
    assert done.code == 0
    assert "finished after" in done.err
    assert ", no submission" in done.err
    page = tmp_path / "report.html"
    assert cli("report", "latest", "--output", page).code == 0
    assert "no submission" in page.read_text()

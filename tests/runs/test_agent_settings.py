"""What agents are run with: arguments, the model, resources, and what they may see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mlebench.agents import Agent, AgentRegistry
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.runs import RunGroup, RunRecord
from mlebench.runs.agent_settings import model_of, settings_for
from mlebench.runs.launch import create_group, run_group
from mlebench.runs.plan import RunSettings
from mlebench.sandbox import Resources, SandboxError
from tests.gateway.provider import Provider
from tests.runs.conftest import TASK, Harness, options_of
from tests.sandbox.conftest import bubblewrap_problem, docker_problem
from tests.sandboxes import HAND_IN, write_agent

SEEN = """
import json, os
from pathlib import Path
(Path(os.environ["LOGS_DIR"]) / "seen.json").write_text(json.dumps(dict(os.environ)))
"""
ARGUMENTS = """\
arguments:
  steps: {type: integer, default: 20}
  deep: {type: boolean, default: false}
"""
MODEL = "arguments: {model: {default: small}}\nneeds: {model: [openai-chat]}\n"


def run_agent(harness: Harness, agent: Agent, **options: Any) -> tuple[RunGroup, RunRecord]:
    asked = options_of(**options)
    competition = harness.registry.get(TASK)
    group = create_group(harness.folder / "runs", agent, [competition], harness.data_dir, asked)
    return group, run_group(group, agent, harness.registry, harness.data_dir, asked)[0]


def seen(group: RunGroup, record: RunRecord) -> dict[str, str]:
    found: dict[str, str] = json.loads((group.folder / record.run_id / "logs" / "seen.json").read_text())
    return found


def test_arguments_reach_the_agent_and_every_record(harness: Harness) -> None:
    agent = write_agent(harness.folder / "agents", SEEN, extra=ARGUMENTS)
    group, record = run_agent(harness, agent, arguments={"deep": "true"}, model_name="gpt-x")
    told = seen(group, record)
    assert (told["ARG_STEPS"], told["ARG_DEEP"], told["MODEL"]) == ("20", "true", "gpt-x")
    assert record.arguments == {"steps": 20, "deep": True}
    assert record.model_name == "gpt-x"
    settings = json.loads((group.folder / "metadata.json").read_text())["settings"]
    assert settings["arguments"] == {"steps": 20, "deep": True}
    assert RunGroup.open(group.folder).spec.settings == group.spec.settings


def test_a_variant_is_recorded_by_its_full_name(harness: Harness) -> None:
    extra = ARGUMENTS + "variants: {long: {arguments: {steps: 99}}}\n"
    write_agent(harness.folder / "agents", SEEN, extra=extra)
    agent = AgentRegistry([harness.folder / "agents"]).get("tester/long")
    group, record = run_agent(harness, agent)
    assert seen(group, record)["ARG_STEPS"] == "99"
    assert group.spec.agent == record.agent == "tester/long"
    assert group.folder.name.endswith("_run-group_tester-long")


def test_what_the_user_says_of_resources_wins_over_the_agent(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "", extra="resources: {time_limit: 1h, cpus: 2}\n")
    asked = RunSettings(resources=Resources.model_validate({"cpus": 3}))
    resources = settings_for(agent, asked).resources
    assert (resources.time_limit, resources.cpus, resources.memory_gb) == (3600, 3, Resources().memory_gb)


def test_a_model_that_is_named_is_open_and_others_are_closed(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "", extra=MODEL)
    plain = settings_for(agent, RunSettings())
    assert (plain.model_name, plain.arguments["model"], plain.model.models) == ("small", "small", ())
    for asked in (RunSettings(model_name="big[1]"), RunSettings(arguments={"model": "big[1]"})):
        named = settings_for(agent, asked)
        assert (named.model_name, named.arguments["model"]) == ("big[1]", "big[1]")
        config = model_config(agent, named)
        assert config.allows("big[1]")
        assert not config.allows("big1")
        assert not config.allows("small")
    more = RunSettings.model_validate({"model_name": "big", "model": {"models": ["small*"]}})
    config = model_config(agent, settings_for(agent, more))
    assert config.allows("big")
    assert config.allows("smaller")
    with pytest.raises(WrongUsage, match="--model a and -A model=b say different things"):
        settings_for(agent, RunSettings(model_name="a", arguments={"model": "b"}))


def model_config(agent: Agent, settings: RunSettings) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "x")
        return model_of(agent, settings)


def test_an_agent_that_must_be_told_its_model_is_not_started_without(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "", extra="needs: {model: [openai-chat]}\n")
    with pytest.raises(WrongUsage, match=r"which model to ask for.\nSay it with: --model NAME"):
        settings_for(agent, RunSettings())
    old = write_agent(tmp_path / "old", "", extra="needs: {model: true}\n")
    assert settings_for(old, RunSettings()).model_name is None


def test_a_provider_of_another_dialect_will_not_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = write_agent(tmp_path, "", extra="needs: {model: [anthropic]}\n")
    for name in ("OPENAI", "ANTHROPIC"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
        monkeypatch.delenv(f"{name}_BASE_URL", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    with pytest.raises(MlebenchError, match=r"speaks anthropic, and no provider.*\nExport ANTHROPIC_API_KEY \(or"):
        model_of(agent, RunSettings())
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    assert model_of(agent, RunSettings()) is not None


ASK = (
    HAND_IN
    + """
import json, urllib.error, urllib.request
for name in os.environ["ARG_ASK"].split():
    body = json.dumps({"model": name, "messages": [{"role": "user", "content": "hello"}]}).encode()
    headers = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
    try:
        url = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
        urllib.request.urlopen(urllib.request.Request(url, body, headers))
    except urllib.error.HTTPError as error:
        print(error.code)
"""
)


@pytest.mark.parametrize(
    ("asked", "trouble"),
    [
        ("other other", "all 2 model calls were refused: "),
        ("other plain", None),
        ("", None),
        ("unauthorized unauthorized", "none of 2 model calls was answered: "),
    ],
)
def test_a_run_that_no_model_answered_says_so(
    asked: str, trouble: str | None, harness: Harness, provider: Provider
) -> None:
    from mlebench.cli.live import outcome_line

    extra = "needs: {model: true}\narguments: {ask: {}}\n"
    agent = write_agent(harness.folder / "agents", ASK, extra=extra)
    models = {"models": ("unauthorized",)}
    _, record = run_agent(harness, agent, arguments={"ask": asked}, model_name="plain", model=models)
    assert (record.state, record.failure) == ("finished", None)
    if trouble is None:
        assert record.model_trouble is None
    else:
        assert str(record.model_trouble).startswith(trouble)
        assert len(str(record.model_trouble)) > len(trouble)
        assert outcome_line(record).endswith(str(record.model_trouble))


CLOSED = {"bubblewrap": bubblewrap_problem, "docker": docker_problem}
READ = """
import os
from pathlib import Path
print(Path(os.environ["ARG_NOTES"]).read_text())
try:
    Path(os.environ["ARG_NOTES"]).write_text("changed")
except OSError as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("sandbox", CLOSED)
def test_a_file_of_an_argument_is_shown_read_only(sandbox: str, harness: Harness) -> None:
    if problem := CLOSED[sandbox]():
        pytest.skip(f"{sandbox}: {problem}")
    notes = harness.folder / "notes.txt"
    notes.write_text("remember")
    notes.chmod(0o666)
    extra = "arguments: {notes: {type: file}}\nimage: mlebench-test:python\n"
    agent = write_agent(harness.folder / "agents", READ, extra=extra)
    group, record = run_agent(harness, agent, sandbox=sandbox, arguments={"notes": str(notes)})
    assert record.state == "finished"
    assert (group.folder / record.run_id / "run.log").read_text() in (
        "remember\nOSError\n",
        "remember\nPermissionError\n",
    )
    assert notes.read_text() == "remember"


def test_an_argument_shows_no_answers(harness: Harness) -> None:
    agent = write_agent(harness.folder / "agents", "", extra="arguments: {place: {type: folder}}\n")
    private = harness.layout.private
    for place in (private, harness.data_dir, harness.data_dir.parent):
        with pytest.raises(WrongUsage, match="which it must not see"):
            run_agent(harness, agent, arguments={"place": str(place)})
    for place in ("/", "/etc", "/home"):
        with pytest.raises(SandboxError, match="must show that whole folder"):
            run_agent(harness, agent, arguments={"place": place})
    command = AgentRegistry().get("command")
    with pytest.raises(WrongUsage, match="which it must not see"):
        run_agent(harness, command, arguments={"folder": str(private), "cmd": "ls"})
    assert not (harness.folder / "runs").exists()


def test_any_command_is_an_agent_and_a_failure_inside_a_pipe_is_one(harness: Harness) -> None:
    mine = harness.folder / "mine"
    mine.mkdir()
    (mine / "my_agent.py").write_text(HAND_IN)
    command = AgentRegistry().get("command")
    values = {"folder": str(mine), "cmd": "python my_agent.py | tee said.txt"}
    group, record = run_agent(harness, command, arguments=values)
    assert record.state == "finished"
    assert record.submission is not None
    assert group.spec.agent_digest == Agent(command.spec, mine).digest()
    _, record = run_agent(harness, command, arguments={**values, "cmd": "false | tee said.txt"})
    assert record.state == "failed"
    (mine / "my_agent.py").write_text("pass")
    with pytest.raises(MlebenchError, match="'command' has changed since"):
        run_group(group, command, harness.registry, harness.data_dir, options_of())

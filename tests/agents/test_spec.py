"""The fields of agent.yaml, and what the command line gives to its arguments."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mlebench.agents import Agent, AgentError, AgentRegistry, load_agent
from mlebench.agents.arguments import Argument, Kind, Value, argument_variables, parse, resolve
from mlebench.errors import WrongUsage
from tests.sandboxes import write_agent

STEPS = "arguments: {steps: {type: integer, default: 20}}\n"


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("arguments: {steps: {type: int}}\n", "arguments.steps.type: must be"),
        ("arguments: {steps: {type: integer, default: many}}\n", "arguments.steps.default: must be a whole number"),
        ("arguments: {steps: {type: integer, default: 2.5}}\n", "arguments.steps.default: must be a whole number"),
        ("arguments: {steps: {type: integer, default: [1]}}\n", "arguments.steps.default: must be a whole number"),
        ("arguments: {data: {type: folder, default: /tmp}}\n", "arguments.data.default: a folder is somewhere else"),
        ("arguments: {'a b': {}}\n", "arguments: 'a b' must consist of letters"),
        ("arguments: {a-b: {}, a_b: {}}\n", "arguments: 'a_b' and 'a-b' would share the variable ARG_A_B"),
        ("arguments: {steps: {typo: 1}}\n", "arguments.steps.typo: unknown field"),
        ("needs: {model: [openai]}\n", "needs.model: must be true, false or a list of openai-chat"),
        ("needs: {model: []}\n", "needs.model: must be true, false or a list of openai-chat"),
        ("resources: {cpu: 2}\n", "resources.cpu: unknown field"),
        ("resources: {time_limit: soon}\n", "resources.time_limit: 'soon' is not a duration"),
        ("tools: {x: {}}\n", "tools.x: must have either npm or pip"),
        ("tools: {x: {npm: [a], pip: b}}\n", "tools.x: must have either npm or pip"),
        ("tools: {x: {npm: [a], python: '3.12'}}\n", "tools.x: python and dependencies go with pip only"),
        ("tools: {x: {npm: ['--global']}}\n", "tools.x: npm: packages are named as"),
        ("tools: {x: {pip: r.txt, python: 3.x}}\n", "tools.x.python: must be a text of another form"),
        (STEPS + "variants: {a/b: {}}\n", "variants.a/b: must consist of letters"),
        (STEPS + "variants: {long: {arguments: {step: 1}}}\n", "variants.long.arguments.step: unknown argument"),
        (STEPS + "variants: {long: {arguments: {steps: x}}}\n", "variants.long.arguments.steps: must be a whole"),
        (STEPS + "folder: steps\n", "folder: there is no argument 'steps' of type folder"),
        ("kind: oracle\n", "start: one of kind oracle starts nothing"),
        ("kind: wizard\n", "kind: must be 'program', 'oracle' or 'replay'"),
    ],
)
def test_a_wrong_field_is_told_with_file_and_field(extra: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(AgentError) as error:
        write_agent(tmp_path, "pass", extra=extra)
    assert f"{tmp_path / 'tester' / 'agent.yaml'}: {message}" in str(error.value)


def test_an_agent_of_version_0_1_is_still_read(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "pass", extra="environment: {A: b}\nneeds: {model: true, gpu: true}\nimage: x:1\n")
    assert agent.spec.needs.model is True
    assert agent.spec.opens_sandbox
    assert agent.tools == {}


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("string", " as it is ", " as it is "),
        ("string", "", ""),
        ("integer", "-3", -3),
        ("number", "1e-3", 0.001),
        ("number", "2", 2.0),
        ("boolean", "True", True),
        ("boolean", "false", False),
    ],
)
def test_texts_become_values(kind: Kind, text: str, value: Value) -> None:
    assert parse(kind, text) == value
    assert type(parse(kind, text)) is type(value)
    assert parse(kind, value) == value  # as a group has it on disk


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *[("integer", text) for text in ("", "1.0", "ten", "1_0", "0x1")],
        *[("number", text) for text in ("", "nan", "inf", "1,5")],
        *[("boolean", text) for text in ("", "1", "yes")],
        *[("folder", text) for text in ("/no/such/folder", "/etc/passwd")],
        ("file", "/tmp"),
        ("string", "a\0b"),
    ],
)
def test_what_is_no_value_of_the_type_is_refused(kind: Kind, text: str) -> None:
    with pytest.raises(WrongUsage, match="-A it: "):
        resolve("agent", {"it": Argument(type=kind)}, {"it": text})


def test_paths_become_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    assert parse("folder", "here") == str(tmp_path / "here")


def test_defaults_hold_and_the_rest_must_be_given() -> None:
    known = {"steps": Argument(type="integer", default=20), "cmd": Argument(description="The command")}
    assert resolve("agent", known, {"cmd": "ls"}) == {"steps": 20, "cmd": "ls"}
    with pytest.raises(WrongUsage, match=r"needs its argument 'cmd' \(The command\)"):
        resolve("agent", known, {})
    with pytest.raises(WrongUsage, match=r"no argument 'step'.\nDid you mean steps\?"):
        resolve("agent", known, {"step": "1"})


def test_the_agent_finds_its_arguments_in_variables() -> None:
    values: dict[str, Value] = {"time-limit": 3, "deep": True, "rate": 0.5, "word": "a b"}
    assert argument_variables(values, "gpt-x") == {
        "ARG_TIME_LIMIT": "3",
        "ARG_DEEP": "true",
        "ARG_RATE": "0.5",
        "ARG_WORD": "a b",
        "MODEL": "gpt-x",
    }
    assert "MODEL" not in argument_variables({}, None)


VARIANTS = """\
arguments:
  steps: {type: integer, default: 20}
  model: {default: small}
environment: {A: "1", B: "2"}
resources: {time_limit: 1h, cpus: 2}
variants:
  large:
    description: With a large model
    arguments: {model: large}
    environment: {B: "3"}
    needs: {model: [anthropic]}
    resources: {cpus: 8}
"""


def test_a_variant_is_the_agent_but_for_what_differs(tmp_path: Path) -> None:
    write_agent(tmp_path, "pass", extra=VARIANTS)
    registry = AgentRegistry([tmp_path])
    plain, large = registry.get("tester"), registry.get("tester/large")
    assert (plain.name, large.name) == ("tester", "tester/large")
    assert large.spec.description == "With a large model"
    assert resolve("x", large.spec.arguments, {}) == {"steps": 20, "model": "large"}
    assert resolve("x", plain.spec.arguments, {}) == {"steps": 20, "model": "small"}
    assert large.spec.environment == {"A": "1", "B": "3"}
    assert large.spec.needs.model == ("anthropic",)
    assert (large.spec.resources.time_limit, large.spec.resources.cpus) == (3600, 8)
    assert large.digest() == plain.digest()
    with pytest.raises(AgentError, match=r"has no variant 'larg'.\nDid you mean large\?"):
        registry.get("tester/larg")


def test_the_folder_of_an_argument_is_the_agents_own(tmp_path: Path) -> None:
    write_agent(tmp_path, "pass", extra="folder: place\narguments: {place: {type: folder}, notes: {type: file}}\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "code.py").write_text("pass")
    values: dict[str, Any] = {"place": str(tmp_path / "mine"), "notes": str(tmp_path / "notes")}
    agent = load_agent(tmp_path / "tester")
    placed = agent.with_folder_of(values)
    assert placed.folder == tmp_path / "mine"
    assert placed.agents_dir == tmp_path
    assert placed.digest() == Agent(agent.spec, tmp_path / "mine").digest() != agent.digest()
    assert placed.with_folder_of(values) == placed
    assert agent.spec.shown(values) == (tmp_path / "notes",)  # its own folder is there anyway
    (tmp_path / "mine" / "out").symlink_to("/etc/passwd")
    with pytest.raises(Exception, match="a link that leads to /etc/passwd"):
        replace(placed).digest()

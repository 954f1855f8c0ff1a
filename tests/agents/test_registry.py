from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.agents import AgentError, AgentRegistry, load_agent
from tests.sandboxes import write_agent


def test_built_in_agents_are_found_and_valid() -> None:
    agents = {agent.name: agent for agent in AgentRegistry()}
    assert {"baseline", "dummy"} <= set(agents)
    assert not any(agents[name].spec.needs.model for name in ("baseline", "dummy"))
    assert all((agents[name].folder / agents[name].spec.start[1]).is_file() for name in ("baseline", "dummy"))


def test_own_folders_add_agents_and_replace_built_in_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_agent(tmp_path / "mine", "pass", name="mine")
    write_agent(tmp_path / "other", "pass", name="dummy")
    monkeypatch.setenv("MLEBENCH_AGENTS_DIR", str(tmp_path / "mine"))
    registry = AgentRegistry.default([tmp_path / "other"])
    assert registry.get("mine").folder == tmp_path / "mine" / "mine"
    assert registry.get("dummy").spec.description == "for tests"


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(AgentError) as error:
        AgentRegistry().get("basline")
    assert "Did you mean baseline" in str(error.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("name: x\ndescription: d\nstart: []\n", "agent.yaml: start"),
        ("name: x\ndescription: d\nstart: [a]\ntypo: 1\n", "agent.yaml: typo"),
        ("name: ../x\ndescription: d\nstart: [a]\n", "agent.yaml: name"),
        ("name: y\ndescription: d\nstart: [a]\n", "the folder is called 'x'"),
        ("- a list\n", "mapping"),
        ("name: [", "agent.yaml"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_field(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "agent.yaml").write_text(content)
    with pytest.raises(AgentError) as error:
        load_agent(tmp_path / "x")
    assert message in str(error.value)


def test_the_digest_follows_the_files_and_ignores_caches(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "pass")
    before = agent.digest()
    (agent.folder / "__pycache__").mkdir()
    (agent.folder / "__pycache__" / "start.pyc").write_text("x")
    assert agent.digest() == before
    (agent.folder / "more.txt").write_text("")
    assert agent.digest() != before

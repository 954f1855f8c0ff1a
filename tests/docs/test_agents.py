"""The table of agents says of each what was really seen."""

from __future__ import annotations

import pytest

from mlebench.agents import AgentRegistry
from tests.docs import DOCS

from generated import fill  # isort: skip
from generated.agents import SEEN, seen, version  # isort: skip

ROOT = DOCS.parent


def test_an_agent_is_missing_or_gone() -> None:
    assert list(seen()) == sorted(agent.name for agent in AgentRegistry()), "docs/reference/agents.yaml"


@pytest.mark.parametrize("name", seen())
def test_an_agent_was_not_seen_as_the_table_says(name: str) -> None:
    noted, agent = seen()[name], AgentRegistry().get(name)
    assert noted["seen"] in SEEN
    assert (noted["seen"] == "own") == (agent.spec.licence is None), "a foreign program has a licence"
    if noted["seen"] != "own":
        test = ROOT / noted["test"]
        assert f'"{name}"' in test.read_text(encoding="utf-8")
        assert ("run_real(" in test.read_text(encoding="utf-8")) == (noted["seen"] == "running")
        assert version(agent, noted)[0].isalnum()


def test_a_row_is_missing_or_has_no_licence() -> None:
    text = fill((DOCS / "reference" / "agents.md").read_text(encoding="utf-8"))
    rows = [line for line in text.splitlines() if line.startswith(("| `", "| [`"))]
    for agent in AgentRegistry():
        row = next(row for row in rows if f"`{agent.name}`" in row)
        assert agent.spec.description in row
    assert "not known" not in text

"""The table of built-in agents: facts from agent.yaml, what was seen of each from docs/reference/agents.yaml."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from generated.tables import table
from mlebench.agents import Agent, AgentRegistry

SEEN_FILE = Path(__file__).parents[2] / "reference" / "agents.yaml"
SEEN = {"own": "part of mlebench", "running": "running", "configuration": "configuration only"}
HEAD = ["agent", "what it is", "version", "licence", "model", "seen"]


def agents() -> str:
    """One row for each agent, those that drive a foreign program first."""
    noted = seen()
    found = sorted(AgentRegistry(), key=lambda agent: (noted[agent.name]["seen"] == "own", agent.name))
    return table(HEAD, [_row(agent, noted[agent.name]) for agent in found])


def seen() -> dict[str, dict[str, str]]:
    """What the file says, by agent."""
    return dict(yaml.safe_load(SEEN_FILE.read_text(encoding="utf-8")))


def version(agent: Agent, noted: dict[str, str]) -> str:
    """Of the program that an agent drives, as it is pinned; empty where it drives none."""
    if "version" in noted or noted["seen"] == "own":
        return noted.get("version", "")
    if "package" in noted:
        pinned = "\n".join((agent.folder / tool.pip).read_text() for tool in agent.tools.values() if tool.pip)
        return re.findall(rf"^{re.escape(noted['package'])}==(\S+)", pinned, re.MULTILINE)[0]
    return next(tool.npm[0].rpartition("@")[2] for tool in agent.tools.values() if tool.npm)


def _row(agent: Agent, noted: dict[str, str]) -> list[str]:
    model = agent.spec.needs.model
    speaks = ("any" if model else "none") if isinstance(model, bool) else ", ".join(model)
    name = f"[`{agent.name}`]({agent.spec.homepage})" if agent.spec.homepage else f"`{agent.name}`"
    licence = agent.spec.licence or ("MIT" if noted["seen"] == "own" else "not known")
    return [name, agent.spec.description, version(agent, noted) or "–", licence, speaks, SEEN[noted["seen"]]]

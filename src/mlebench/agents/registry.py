"""Which agents exist, and where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from mlebench.agents.spec import FILE, Agent, AgentError, load_agent
from mlebench.registry import FolderRegistry

BUILT_IN = Path(__file__).resolve().parent


class AgentRegistry(FolderRegistry[Agent]):
    """Agents by name; each is read whenever it is asked for."""

    kind = "agent"
    file = FILE
    built_in = BUILT_IN
    environment = "MLEBENCH_AGENTS_DIR"
    plugins = "mlebench.agents"
    wrong_folder = AgentError
    unknown = AgentError

    def load(self, folder: Path) -> Agent:
        """Read a folder."""
        return load_agent(folder)

    def get(self, name: str) -> Agent:
        """An agent, or a variant of one: `NAME/VARIANT`."""
        base, _, variant = name.partition("/")
        agent = super().get(base)
        return replace(agent, spec=agent.spec.with_variant(variant), variant=variant) if variant else agent

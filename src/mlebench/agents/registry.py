"""Which agents exist, and where. A folder is read when its agent is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from mlebench.agents.spec import FILE, Agent, AgentError, load_agent
from mlebench.names import did_you_mean

BUILT_IN = Path(__file__).resolve().parent
ENVIRONMENT = "MLEBENCH_AGENTS_DIR"


class AgentRegistry:
    """Built-in agents and those of the user's own folders; a later folder wins."""

    def __init__(self, extra_dirs: Iterable[Path] = ()) -> None:
        self._extra_dirs = [Path(folder) for folder in extra_dirs]

    @classmethod
    def default(cls, extra_dirs: Iterable[Path] = ()) -> AgentRegistry:
        """Built-in folders, those of MLEBENCH_AGENTS_DIR, and the given ones."""
        listed = [Path(part) for part in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if part]
        return cls([*listed, *(Path(folder) for folder in extra_dirs if Path(folder) not in listed)])

    @cached_property
    def folders(self) -> dict[str, Path]:
        """Folder by name, without reading any."""
        found: dict[str, Path] = {}
        for root in [BUILT_IN, *self._extra_dirs]:
            if not root.is_dir():
                raise AgentError(f"{root}: no such folder of agents")
            found |= {path.parent.name: path.parent for path in sorted(root.glob(f"*/{FILE}"))}
        return dict(sorted(found.items()))

    def get(self, name: str) -> Agent:
        """Read one agent; a wrong name is answered with the nearest right ones."""
        folder = self.folders.get(name)
        if folder is None:
            hint = did_you_mean(name, self.folders, "List them with: mlebench agents")
            raise AgentError(f"There is no agent '{name}'.", hint=hint)
        return load_agent(folder)

    def __iter__(self) -> Iterator[Agent]:
        return (self.get(name) for name in self.folders)

"""What the runs of one process share: the sandbox, the check of submissions, the gateway's thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from mlebench import foreign
from mlebench.agents import Agent
from mlebench.agents.tools import BuiltTool, ToolPlace, in_use
from mlebench.catalog import Benchmark, Competition, load_competition
from mlebench.gateway.access import Gateway, GatewayRecord
from mlebench.gateway.checker import Checker
from mlebench.gateway.model import ProxyConfig
from mlebench.gateway.server import GatewayHost
from mlebench.runs.turns import ShortWork, Turns
from mlebench.sandbox import SandboxSettings, open_backend


class RunServices:
    """Opened once for many runs, so that a run pays for its sandbox only."""

    def __init__(
        self, sandbox: str, options: SandboxSettings, data_dir: Path, workers: int = 1, benchmark: Benchmark = "v1"
    ) -> None:
        self.backend = open_backend(sandbox, options)
        self._checker = Checker(data_dir, benchmark=benchmark, workers=workers)
        self._host = GatewayHost()
        self.turns = Turns(workers)  # so many sandboxes at once
        self.short_work = ShortWork()
        self._benchmark = benchmark
        self._competitions: dict[Path, Competition] = {}
        self._images: dict[Path, str | None] = {}
        self._tools: dict[Path, dict[ToolPlace, BuiltTool]] = {}
        self._agents: dict[Path, list[foreign.Entry]] = {}
        self._held = ExitStack()
        self._lock = threading.Lock()

    def competition(self, folder: Path) -> Competition:
        """What a run works on; read the first time, as its files are the group's and do not change meanwhile."""
        with self._lock:
            if folder not in self._competitions:
                self._competitions[folder] = load_competition(folder, self._benchmark)
            return self._competitions[folder]

    def entries(self, agent: Agent) -> list[foreign.Entry]:
        """The agent's files; looked for the first time, when they were just found to be those of the group."""
        with self._lock:
            if agent.folder not in self._agents:
                self._agents[agent.folder] = agent.entries()
            return self._agents[agent.folder]

    def image(self, agent: Agent) -> str | None:
        """The agent's image; it is built or fetched the first time."""
        with self._lock:
            if agent.folder not in self._images:
                self._images[agent.folder] = self.backend.prepare(agent.spec.image, agent.folder)
            return self._images[agent.folder]

    def tools(self, agent: Agent) -> dict[ToolPlace, BuiltTool]:
        """The agent's tools on this machine; looked at the first time."""
        with self._lock:
            if agent.folder not in self._tools:
                self._tools[agent.folder] = self._held.enter_context(in_use(agent))
            return self._tools[agent.folder]

    def gateway(
        self,
        competition_folder: Path,
        logs: Path,
        model: ProxyConfig | None,
        hosts: Sequence[str],
        earlier: GatewayRecord,
        hide: Callable[[str, Path], str] | None = None,
    ) -> Gateway:
        """The gateway of one sandbox; `earlier` is what former attempts at the run have used.

        `hide` takes out of what the validator says of a submission what the agent must not hear.
        """
        tcp = not self.backend.own_loopback
        return Gateway(
            *(self._host, self._checker, competition_folder, logs),
            model=model,
            hosts=hosts,
            tcp=tcp,
            earlier=earlier,
            hide=hide,
        )

    def close(self) -> None:
        """Let go of it all; sandboxes are closed before."""
        self._held.close()
        self._checker.close()
        self._host.close()

    def __enter__(self) -> RunServices:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

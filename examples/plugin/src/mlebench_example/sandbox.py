"""A sandbox: agents at the lowest priority, so that the machine stays usable."""

from __future__ import annotations

from dataclasses import replace

from mlebench.sandbox import RunningSandbox, SandboxSpec
from mlebench.sandbox.process import ProcessBackend


class NicedBackend(ProcessBackend):
    """As `process`, and no more isolated than that."""

    name = "niced"

    def start(self, sandbox: SandboxSpec) -> RunningSandbox:
        """Put `nice` before the agent's command."""
        return super().start(replace(sandbox, command=("nice", "-n", "19", *sandbox.command)))

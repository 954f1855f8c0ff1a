"""The sandbox `none`: for agents that start nothing, because the harness itself hands in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mlebench.sandbox.protocol import Capabilities, RunningSandbox, SandboxError, SandboxPaths, SandboxSpec

if TYPE_CHECKING:
    from mlebench.sandbox.settings import SandboxSettings


class NoSandbox:
    """Nothing is ever started in it, so it keeps every promise."""

    name = "none"
    uses_engine = False
    capabilities = Capabilities(isolated=True, read_only_data=True, no_network=True, gpu=False)
    own_loopback = True

    def __init__(self, settings: SandboxSettings | None = None) -> None:
        """There is nothing to be set."""

    def check(self) -> None:
        """It needs nothing."""

    def prepare(self, image: str | None, folder: Path) -> str | None:
        """It needs no image."""
        return None

    def paths(self, folder: Path) -> SandboxPaths:
        """Nobody looks for anything there."""
        return SandboxPaths.below(folder)

    def start(self, sandbox: SandboxSpec) -> RunningSandbox:
        """An agent with a program needs a sandbox."""
        raise SandboxError("The sandbox 'none' starts nothing.")

    def recover(self, run_id: str) -> None:
        """Nothing is left."""

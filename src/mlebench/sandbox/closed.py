"""What sandboxes have in common that close the sandbox without an engine."""

from __future__ import annotations

from pathlib import Path

from mlebench.sandbox.protocol import Capabilities, SandboxPaths
from mlebench.sandbox.settings import SandboxSettings


class ClosedBackend:
    """Sandboxes with the usual paths, closed unless the network was opened."""

    uses_engine = False

    def __init__(self, settings: SandboxSettings | None = None) -> None:
        self.settings = settings or SandboxSettings()

    @property
    def capabilities(self) -> Capabilities:
        """What it promises."""
        gpu = self.settings.resources.effective().gpus > 0
        return Capabilities(isolated=True, read_only_data=True, no_network=self.settings.network == "none", gpu=gpu)

    @property
    def own_loopback(self) -> bool:
        """An open network is the machine's own."""
        return self.settings.network == "none"

    def paths(self, folder: Path) -> SandboxPaths:
        """The same for every run."""
        return SandboxPaths.below("/home")

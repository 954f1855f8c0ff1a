"""What sandboxes have in common that close the sandbox without an engine."""

from __future__ import annotations

from pathlib import Path

from mlebench.sandbox.protocol import BackendOptions, Capabilities, SandboxPaths


class ClosedBackend:
    """Sandboxes with the usual paths, closed unless the network was opened."""

    def __init__(self, options: BackendOptions | None = None) -> None:
        self.options = options or BackendOptions()

    @property
    def capabilities(self) -> Capabilities:
        """What it promises."""
        gpu = self.options.resources.effective().gpus > 0
        return Capabilities(isolated=True, read_only_data=True, no_network=self.options.network == "none", gpu=gpu)

    @property
    def own_loopback(self) -> bool:
        """An open network is the machine's own."""
        return self.options.network == "none"

    def paths(self, folder: Path) -> SandboxPaths:
        """The same for every run."""
        return SandboxPaths.below("/home")

"""The `process` sandbox: the agent is an ordinary process of the user. It isolates nothing."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mlebench.sandbox.environment import passed_on
from mlebench.sandbox.inside.connection import HARNESS_GONE
from mlebench.sandbox.kept import KeptSandbox
from mlebench.sandbox.protocol import Capabilities, RunningSandbox, SandboxError, SandboxPaths, SandboxSpec
from mlebench.sandbox.wire import INSIDE, Log, Usage, Wire, entry, keeper_limits, keeper_order

SANDBOX_VARIABLE = "MLEBENCH_RUN_ID"
if TYPE_CHECKING:
    from mlebench.sandbox.settings import SandboxSettings

_OPEN_SECONDS = 30.0
_END_SECONDS = 5.0


class ProcessBackend:
    """For debugging and for agents that you trust: the sandbox is a folder, and its door stays open.

    The user's credentials do not enter, and all processes end with the sandbox; but the agent can read what
    the user can read, write to the data, and use the network.
    """

    name = "process"
    uses_engine = False
    capabilities = Capabilities(isolated=False, read_only_data=False, no_network=False, gpu=True)
    own_loopback = False

    def __init__(self, settings: SandboxSettings | None = None) -> None:
        """It keeps no promise, so there is nothing to be set."""

    def check(self) -> None:
        """It needs Linux's /proc to find the processes of a sandbox."""
        if not Path("/proc/self/stat").exists():
            raise SandboxError("The process sandbox works on Linux only.")

    def prepare(self, image: str | None, folder: Path) -> str | None:
        """It needs no image."""
        return None

    def paths(self, folder: Path) -> SandboxPaths:
        """The folder itself: without isolation the agent sees the paths of the host."""
        return SandboxPaths.below(folder)

    def start(self, sandbox: SandboxSpec) -> RunningSandbox:
        """Start a keeper, and the agent below it."""
        paths = self.paths(sandbox.folder)
        # A link: this sandbox cannot make the data read-only, and a copy could be too large.
        Path(paths.data).symlink_to(sandbox.data, target_is_directory=True)
        (sandbox.folder / "tmp").mkdir()
        with ExitStack() as undo:
            log = undo.enter_context(closing(Log(sandbox.output)))
            outer, connection = _start_keeper(sandbox.run_id)
            for step in (outer.remove, outer.kill, connection.close):
                undo.callback(step)
            wire = Wire(connection, log)
            wire.order(keeper_order(sandbox, paths, _environment(sandbox), keeper_limits({})))
            handle = KeptSandbox(wire, outer, enforced={}, undo=undo.pop_all())
        handle.opened(_OPEN_SECONDS)
        return handle

    def recover(self, run_id: str) -> None:
        """The keeper sees its harness die and ends the sandbox; this is for the case that it died too."""
        end_processes_of(run_id)


class KeeperProcess:
    """Nothing is around the sandbox but its keeper."""

    def __init__(self, keeper: subprocess.Popen[bytes], run_id: str) -> None:
        self._keeper, self._run_id = keeper, run_id

    def sample(self) -> None:
        """The keeper measures."""

    def usage(self) -> Usage:
        """The keeper measures."""
        return Usage()

    def complaint(self) -> str:
        """What the keeper printed; it prints nothing unless it fails."""
        assert self._keeper.stderr is not None
        with suppress(OSError, ValueError):
            return self._keeper.stderr.read(4096).decode(errors="replace") or "the agent may have ended its keeper"
        return ""

    def ended_inside(self) -> bool:
        """Here an agent can also use SIGKILL, so whatever ended the keeper but the harness is taken for the agent."""
        return self._keeper.poll() not in (None, HARNESS_GONE)

    def kill(self) -> None:
        """The keeper ends when its wire is cut; where the agent has killed it, the rest is found by its mark."""
        try:
            self._keeper.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
        if self._keeper.returncode != 0:
            end_processes_of(self._run_id)

    def remove(self) -> None:
        """Nothing is left."""
        if self._keeper.stderr is not None:
            self._keeper.stderr.close()


def _start_keeper(run_id: str) -> tuple[KeeperProcess, socket.socket]:
    outside, inside = socket.socketpair()
    with inside:
        try:
            keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", entry(INSIDE.parent), str(inside.fileno())],
                env={},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[inside.fileno()],
                start_new_session=True,  # Ctrl-C in the terminal is the harness's to understand
            )
        except OSError as error:
            outside.close()
            raise SandboxError(f"The agent could not be started: {error}") from error
    return KeeperProcess(keeper, run_id), outside


def _environment(sandbox: SandboxSpec) -> dict[str, str]:
    return passed_on(os.environ) | {
        # `python` is the Python that runs the harness, with the libraries that it has.
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOME": str(sandbox.folder),  # the user's own holds credentials
        "TMPDIR": str(sandbox.folder / "tmp"),
        "PYTHONDONTWRITEBYTECODE": "1",
        SANDBOX_VARIABLE: sandbox.run_id,
    }


def end_processes_of(run_id: str) -> int:
    """Kill every process that carries a sandbox's mark in its environment; used where a keeper is gone."""
    import psutil

    ended = 0
    for process in psutil.process_iter():
        try:
            if process.environ().get(SANDBOX_VARIABLE) == run_id:
                process.kill()
                ended += 1
        except psutil.Error:
            continue
    return ended

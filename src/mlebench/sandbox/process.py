"""The `process` sandbox: the agent is an ordinary process of the user. It isolates nothing."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

from mlebench.sandbox.environment import passed_on
from mlebench.sandbox.room import Capabilities, Handle, Outcome, Room, RoomPaths, SandboxError

_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_LOG_LIMIT = 64 << 20
ROOM_VARIABLE = "MLEBENCH_ROOM"


class ProcessSandbox:
    """For debugging and for agents that you trust: the room is a folder, and its door stays open.

    The user's credentials do not enter, and all processes end with the room; but the agent can read what
    the user can read, write to the data, and use the network.
    """

    name = "process"
    capabilities = Capabilities(isolated=False, read_only_data=False, no_network=False, gpu=True)
    own_loopback = False

    def check(self) -> None:
        """It needs Linux's /proc to find the processes of a room."""
        if not Path("/proc/self/stat").exists():
            raise SandboxError("The process sandbox works on Linux only.")

    def prepare(self, image: str | None, folder: Path) -> str | None:
        """It needs no image."""
        return None

    def paths(self, folder: Path) -> RoomPaths:
        """The folder itself: without isolation the agent sees the paths of the host."""
        return RoomPaths.below(folder)

    def start(self, room: Room) -> Handle:
        """Start the agent below a supervisor."""
        paths = self.paths(room.folder)
        # A link: this sandbox cannot make the data read-only, and a copy could be too large.
        Path(paths.data).symlink_to(room.data, target_is_directory=True)
        temporary = room.folder / "tmp"
        temporary.mkdir()
        environment = passed_on(os.environ) | {
            # `python` is the Python that runs the harness, with the libraries that it has.
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "HOME": str(room.folder),  # the user's own holds credentials
            "TMPDIR": str(temporary),
            "PYTHONDONTWRITEBYTECODE": "1",
            ROOM_VARIABLE: room.run_id,
            **room.environment,
        }
        arguments = [str(_SUPERVISOR), str(room.output), str(_LOG_LIMIT), *room.command]
        try:
            supervisor = subprocess.Popen(
                [sys.executable, "-I", "-S", *arguments],
                cwd=str(paths.agent),
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise SandboxError(f"The agent could not be started: {error}") from error
        return ProcessHandle(room.run_id, supervisor)

    def recover(self, run_id: str) -> None:
        """The supervisor sees its harness die and ends the room; this is for the case that it died too."""
        end_processes_of(run_id)


class ProcessHandle:
    """The wire to a supervisor."""

    def __init__(self, run_id: str, supervisor: subprocess.Popen[bytes]) -> None:
        self._run_id = run_id
        self._supervisor = supervisor
        self._outcome: Outcome | None = None

    def wait(self, timeout: float) -> Outcome | None:
        """Wait for the supervisor's report."""
        if self._outcome is None:
            assert self._supervisor.stdout is not None
            ready, _, _ = select.select([self._supervisor.stdout], [], [], max(0.0, timeout))
            if ready:
                self._outcome = _outcome(self._supervisor.stdout.read())
        return self._outcome

    def terminate(self, grace: float) -> Outcome:
        """Ask the supervisor; where it is gone or does not answer, end the processes without it."""
        with contextlib.suppress(OSError):  # it may have ended meanwhile; its report is read below
            if self._outcome is None and self._supervisor.stdin is not None:
                self._supervisor.stdin.write(f"terminate {grace}\n".encode())
                self._supervisor.stdin.flush()
        outcome = self.wait(grace + 10)
        self.close()
        return outcome or Outcome(None, 9, None, None)

    def close(self) -> None:
        """End the supervisor, and whatever the agent could keep from it by killing it."""
        for pipe in (self._supervisor.stdin, self._supervisor.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            self._supervisor.wait(5)
        except subprocess.TimeoutExpired:
            self._supervisor.kill()
            self._supervisor.wait()
        if self._outcome is None or self._outcome.exit_code is None:
            end_processes_of(self._run_id)


def end_processes_of(run_id: str) -> int:
    """Kill every process that carries a room's mark in its environment; used where a supervisor is gone."""
    import psutil

    ended = 0
    for process in psutil.process_iter():
        try:
            if process.environ().get(ROOM_VARIABLE) == run_id:
                process.kill()
                ended += 1
        except psutil.Error:
            continue
    return ended


def _outcome(report: bytes) -> Outcome:
    try:
        facts: dict[str, Any] = json.loads(report)
    except ValueError as error:
        raise SandboxError("The agent's supervisor ended without a report.") from error
    if "error" in facts:
        raise SandboxError(f"The agent could not be started: {facts['error']}")
    return Outcome(**facts)

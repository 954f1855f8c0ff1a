"""The harness's end of a sandbox that has a keeper: one connection carries orders in and everything else out."""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL
from typing import Any, Literal, Protocol

from mlebench.sandbox.inside.connection import HARNESS_GONE
from mlebench.sandbox.inside.order import KeeperLimits, Order
from mlebench.sandbox.inside.waiting import readable
from mlebench.sandbox.protocol import Outcome, SandboxError, SandboxPaths, SandboxSpec
from mlebench.scratch import Scratch, remove_leftovers

INSIDE = Path(__file__).with_name("inside")
RUN = "/run/mlebench"  # where a sandbox finds its keeper, the forwarder and the doors' sockets
# Only the kernel sees a file that is in no folder and open nowhere, but mapped or on its way through a socket.
WATCHED_DISK = "file size rlimit; total watched, but for deleted files that are only mapped or sent (not enforced)"
LOG_LIMIT = 64 << 20
_FRAME_LIMIT = 1 << 20
_HEAD = struct.Struct(">cI")
# What a keeper's report may say: a type, and the range that it must be in. NaN and infinity are in none.
_FIELDS: dict[str, tuple[type, int, int]] = {
    "exit_code": (int, 0, 255),
    "signal": (int, 1, 64),
    "cpu_seconds": (float, 0, 1 << 40),
    "peak_memory_bytes": (int, 0, 1 << 50),
    "largest_process_bytes": (int, 0, 1 << 50),
    "stragglers": (int, 0, 1 << 22),
}
_TOO_LONG = b"\n[the rest of the output is not kept: it is too long]\n"


def entry(folder: str | Path) -> str:
    """The Python code that starts a keeper; `folder` is where it finds its modules."""
    return f"import sys; sys.path.insert(0, {str(folder)!r}); from inside.keeper import main; main()"


@dataclass(frozen=True)
class Usage:
    """What a sandbox used, as the outside sees it; null where the outside cannot tell."""

    cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None
    out_of_memory: bool = False
    out_of_processes: bool = False


class OuterProcess(Protocol):
    """What is around a sandbox: namespaces, or a container."""

    def sample(self) -> None:
        """Look at what the sandbox uses now. Called often: must cost next to nothing."""

    def usage(self) -> Usage:
        """What the sandbox used so far; must still answer after its end."""

    def complaint(self) -> str:
        """What the outer printed itself; asked for where a sandbox did not open."""

    def ended_inside(self) -> bool:
        """Whether something in the sandbox, rather than somebody outside, has ended the keeper that ended."""

    def kill(self) -> None:
        """End every process of the sandbox by force."""

    def remove(self) -> None:
        """Take away what is left of the sandbox."""


def is_end_from_inside(exit_code: int | None) -> bool:
    """Whether a keeper's end, as its parent saw it, can have come from inside. Nobody there can send it a SIGKILL."""
    return exit_code is not None and exit_code >= 0 and exit_code not in (128 + SIGKILL, HARNESS_GONE)


def keeper_limits(
    rlimits: Mapping[str, int],
    *,
    cpus: Sequence[int] | None = None,
    memory: int | None = None,
    disk: int | None = None,
    files: int | None = None,
    disk_folders: Sequence[str] = (),
) -> KeeperLimits:
    """The limits that a keeper sees to; what is left out is not its business."""
    return KeeperLimits(
        rlimits=dict(rlimits),
        cpus=list(cpus) if cpus is not None else None,
        memory=memory,
        disk=disk,
        files=files,
        disk_folders=list(disk_folders),
    )


def keeper_order(
    sandbox: SandboxSpec,
    paths: SandboxPaths,
    environment: Mapping[str, str],
    limits: KeeperLimits,
    user: tuple[int, int] | None = None,
    interpreter: Sequence[str] = (sys.executable, "-I", "-S"),
) -> Order:
    """The first message to a keeper."""
    if sandbox.doors and sandbox.forwarder is None:
        raise SandboxError("The sandbox has doors, but no forwarder to open them.")
    return Order(
        command=list(sandbox.command),
        environment={**environment, **sandbox.environment},
        programs=[str(folder) for folder in sandbox.programs],
        folder=str(paths.agent),
        doors={str(port): socket_path(port) for port in sandbox.doors},
        forwarder=f"{RUN}/forward.py",
        interpreter=list(interpreter),
        user=user,
        limits=limits,
    )


def socket_path(port: int) -> str:
    """Where a sandbox finds the socket of a door."""
    return f"{RUN}/{port}.sock"


class Log:
    """Takes what the agent prints, up to a limit, so that an endless loop cannot fill the disk."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        self._left = LOG_LIMIT

    def write(self, data: bytes) -> bool:
        """Keep what fits; tells when it is full. A full disk must not end the agent."""
        if self._left <= 0:
            return False
        self._left -= len(data)
        with suppress(OSError):
            os.write(self._file, data if self._left > 0 else data[: len(data) + self._left] + _TOO_LONG)
        return self._left <= 0

    def close(self) -> None:
        """Nothing more comes."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class Wire:
    """Frames of a keeper. Whatever it sends is read with care: the agent sits in the same sandbox."""

    def __init__(self, connection: socket.socket, log: Log) -> None:
        self._connection, self._log = connection, log
        self._buffer = bytearray()
        self.lost = False
        self.spoke_nonsense = False  # no keeper does
        connection.setblocking(True)

    def order(self, content: Order) -> None:
        """Send the first message."""
        self._send(json.dumps(content).encode() + b"\n")

    def terminate(self, grace: float) -> None:
        """Ask for the end."""
        self._send(f"terminate {grace}\n".encode())

    def _send(self, data: bytes) -> None:
        try:
            self._connection.sendall(data)
        except OSError:
            self.lost = True

    def receive(self, timeout: float) -> tuple[Literal["S", "E", "R"], bytes] | None:
        """The next news other than output; null where there is none in time, or the wire is lost."""
        now = time.monotonic()
        deadline = now + max(0.0, timeout)
        waited = False
        # The time is looked at even while output pours in: nobody talks himself past his time limit.
        while not waited or now < deadline:
            while (frame := self._frame()) is not None:
                kind, content = frame
                if kind == b"O":
                    self._print(content)
                elif kind in (b"S", b"E", b"R"):
                    return kind.decode(), content  # type: ignore[return-value]
                else:
                    self.lost = self.spoke_nonsense = True
            left = max(0.0, deadline - now)
            if self.lost or not readable(self._connection, left):
                return None
            try:
                data = self._connection.recv(1 << 18)
            except OSError:
                data = b""
            self.lost = not data
            self._buffer += data
            waited, now = True, time.monotonic()
        return None

    def _print(self, content: bytes) -> None:
        if self._log.write(content):
            self._send(b"quiet\n")  # reading on for nothing would cost the harness, and the runs beside this one

    def _frame(self) -> tuple[bytes, bytes] | None:
        if len(self._buffer) < _HEAD.size:
            return None
        kind, length = _HEAD.unpack_from(self._buffer)
        if length > _FRAME_LIMIT:
            self.lost = self.spoke_nonsense = True
            self._buffer.clear()
            return None
        end = _HEAD.size + length
        if len(self._buffer) < end:
            return None
        content = bytes(self._buffer[_HEAD.size : end])
        del self._buffer[:end]
        return kind, content

    def close(self) -> None:
        """Hang up: the keeper takes it as the order to end the sandbox."""
        self._connection.close()
        self._log.close()


class KeeperListener:
    """Where a keeper that is started by an engine calls back. One call is taken, before the agent exists."""

    def __enter__(self) -> KeeperListener:
        remove_leftovers("keeper", short=True)
        self._folder = Scratch("keeper", short=True)
        self.path = self._folder.path / "keeper.sock"
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(self.path))
        self.path.chmod(0o666)  # the folder keeps everybody out but those that the socket is shown to
        self._listener.listen(1)
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        self._folder.remove()

    def accept(self, seconds: float, has_ended: Callable[[], bool]) -> socket.socket | None:
        """The connection, or null where the sandbox has ended or the time is over."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if readable(self._listener, 0.5):
                return self._listener.accept()[0]
            if has_ended():
                return None
        return None


def report_of(content: bytes) -> dict[str, Any]:
    """The fields of a keeper's last frame; those only that have the right type and are in their range."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    report = {name: found[name] for name, (kind, *ends) in _FIELDS.items() if _fits(found.get(name), kind, *ends)}
    if found.get("exceeded") in ("memory", "disk"):
        report["exceeded"] = found["exceeded"]
    return report


def _fits(value: object, kind: type, lowest: int, highest: int) -> bool:
    right = isinstance(value, int | float) if kind is float else isinstance(value, int)
    return right and not isinstance(value, bool) and lowest <= value <= highest  # type: ignore[operator]


def outcome_of(report: Mapping[str, Any], usage: Usage) -> Outcome:
    """What the keeper says and what the outside saw, together. The outside is believed first."""
    exit_code, signal = report.get("exit_code"), report.get("signal")
    if (exit_code is None) == (signal is None):
        exit_code, signal = None, 9  # the keeper itself was ended, or talked nonsense
    peak = report.get("peak_memory_bytes")
    if usage.peak_memory_bytes is not None:
        peak = max(usage.peak_memory_bytes, report.get("largest_process_bytes", 0))
    return Outcome(
        exit_code=exit_code,
        signal=signal,
        cpu_seconds=usage.cpu_seconds if usage.cpu_seconds is not None else report.get("cpu_seconds"),
        peak_memory_bytes=peak,
        stragglers=report.get("stragglers", 0),
        exceeded="memory"
        if usage.out_of_memory
        else report.get("exceeded") or ("processes" if usage.out_of_processes else None),
    )

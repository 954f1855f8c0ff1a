"""The sandbox's first process: it starts the agent and ends with everything that came of it.

Its argument is the wire to the harness: the number of an open socket, or the path of a Unix socket. The
harness sends one line of JSON (what to run, as whom, within which limits), then perhaps `terminate
SECONDS`; where the wire ends, the harness has died and the sandbox ends at once. The keeper answers in frames (a
letter, four bytes of length, content): `S` the agent has started, `E` it could not be, `O` what it prints
(until the order `quiet`), `R` how it ended.

As the first process of its namespace it cannot be killed by the agent, and nothing outlives it. It ignores every
signal that it could be sent from inside, and is not "dumpable": an agent of the same user cannot look into it.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import selectors
import signal
import socket
import subprocess
import sys
import time

from .children import start_agent, start_forwarder
from .connection import HARNESS_GONE, connect, first_line, frame
from .disk import DiskWatch
from .measure import descendants, memory_file_bytes, proportional_bytes, resident_bytes, were_processes_refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from .order import Order, Report

_PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 4, 36
_SAMPLE_SECONDS = 0.5
_PENDING = 1 << 20  # an agent that prints faster than the harness reads has to wait
_FORWARDER_STARTS = 50
_BYE_SECONDS = 30


class Keeper:
    """One agent and all that comes of it."""

    def __init__(self, wire: socket.socket, order: Order) -> None:
        self._wire, self._order, limits = wire, order, order["limits"]
        self._pending = bytearray()
        self._status: int | None = None
        self._deadline: float | None = None
        self._exceeded: Literal["memory", "disk"] | None = None
        self._peak, self._quiet = 0, False
        self._disk = (
            DiskWatch(limits["disk_folders"], limits["disk"], limits["files"]) if limits["disk"] is not None else None
        )
        self._wake, wake_write = os.pipe()
        if limits["cpus"]:
            os.sched_setaffinity(0, limits["cpus"])
        self._output, self._output_end = os.pipe()
        for descriptor in (self._output, self._wake, wake_write):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._forwarder, self._forwarder_starts = 0, 0
        self._start_forwarder()
        self._agent = start_agent(order, self._output_end)
        wire.setblocking(False)
        self._ready = selectors.DefaultSelector()
        for source in (self._output, self._wake, wire):
            self._ready.register(source, selectors.EVENT_READ)
        self._say(b"S", b"")

    def _start_forwarder(self) -> None:
        if self._order["doors"] and self._forwarder_starts < _FORWARDER_STARTS:
            self._forwarder_starts += 1
            try:
                self._forwarder = start_forwarder(self._order, self._output_end, self._forwarder_starts == 1)
            except OSError as error:
                with contextlib.suppress(BlockingIOError):
                    error.args = (f"{error} ({os.read(self._output, 4096).decode(errors='replace').strip()})",)
                raise

    def run(self) -> Report:
        """Stay until the agent has ended, then end the rest."""
        sampled = 0.0
        while self._status is None:
            left = _SAMPLE_SECONDS if self._deadline is None else self._deadline - time.monotonic()
            self._serve(0.01 if self._disk and self._disk.busy else max(0.01, min(_SAMPLE_SECONDS, left)))
            now = time.monotonic()
            if now - sampled >= _SAMPLE_SECONDS:
                sampled = now
                self._watch_memory()
            if self._disk is not None and self._disk.step():
                self._exceeded = "disk"
                self._kill_all()
            if self._deadline is not None and now >= self._deadline:
                self._kill_all()
        stragglers = len(descendants() - {self._forwarder})
        self._end_the_rest()
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        ended_by = os.WTERMSIG(self._status) if os.WIFSIGNALED(self._status) else None
        return {
            "exit_code": os.WEXITSTATUS(self._status) if ended_by is None else None,
            "signal": ended_by,
            "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3),
            "peak_memory_bytes": max(self._peak, usage.ru_maxrss * 1024),
            "largest_process_bytes": usage.ru_maxrss * 1024,
            "stragglers": stragglers,
            "exceeded": self._exceeded or ("processes" if were_processes_refused() else None),
        }

    def _watch_memory(self) -> None:
        processes = descendants()
        held, limit = resident_bytes(processes), self._order["limits"]["memory"]
        if limit and held + memory_file_bytes(processes) > limit:
            held = proportional_bytes(processes)
            if held > limit:
                self._exceeded = "memory"
                self._kill_all()
        self._peak = max(self._peak, held)

    def _kill_all(self) -> None:
        if os.getpid() == 1:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)  # the whole namespace in one step: no fork is quicker
        else:
            _send(descendants(), signal.SIGKILL)

    def _serve(self, timeout: float) -> None:
        writing = selectors.EVENT_WRITE if self._pending else 0
        self._ready.modify(self._wire, selectors.EVENT_READ | writing)
        for key, events in self._ready.select(timeout):
            if key.fileobj is self._wire:
                if events & selectors.EVENT_WRITE:
                    self._flush()
                if events & selectors.EVENT_READ:
                    self._obey()
            elif key.fd == self._output:
                if len(self._pending) < _PENDING:
                    self._read_output()
                else:
                    time.sleep(0.01)
            else:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._wake, 4096)
        self._reap()

    def _read_output(self) -> bool:
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._output, 1 << 16)
            if not self._quiet:
                self._say(b"O", data)
            return True
        return False

    def _say(self, kind: bytes, content: bytes) -> None:
        self._pending += frame(kind, content)
        self._flush()

    def _flush(self) -> None:
        with contextlib.suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            del self._pending[: self._wire.send(self._pending)]

    def _obey(self) -> None:
        try:
            orders = self._wire.recv(4096)
        except ConnectionResetError:
            orders = b""
        if not orders:
            self._leave()
        for order in orders.splitlines():
            if order == b"quiet":
                self._quiet = True
            elif order.startswith(b"terminate"):
                self._deadline = time.monotonic() + float(order.split()[1])
                # Not the forwarder: an agent that is asked to end may still want to validate.
                _send(descendants() - {self._forwarder}, signal.SIGTERM)

    def _leave(self) -> None:
        """End everything at once, without a report: nobody would read it."""
        while descendants():
            self._kill_all()
            self._reap()
        os._exit(HARNESS_GONE)

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while True:
                process, status = os.waitpid(-1, os.WNOHANG)
                if process == 0:
                    return
                if process == self._agent:
                    self._status = status
                elif process == self._forwarder and self._status is None and self._deadline is None:
                    # An agent that clears up with `pkill python` must not lose its model and validator.
                    with contextlib.suppress(OSError):
                        self._start_forwarder()

    def _end_the_rest(self) -> None:
        # A loop, because a process can fork between being listed and being killed.
        while descendants():
            self._kill_all()
            self._serve(0.01)
        while self._read_output():  # what is still in the pipe; nobody writes any more
            pass
        self._reap()

    def report(self, result: Report) -> None:
        """Say how it went, and stay until the harness has looked at what the sandbox used."""
        self._say(b"R", json.dumps(result).encode())
        self._wire.settimeout(_BYE_SECONDS)
        with contextlib.suppress(OSError):
            self._wire.sendall(self._pending)
            while self._wire.recv(4096):
                pass


def _send(processes: set[int], number: int) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, number)


def main() -> None:
    """Entry point."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
        signal.signal(number, signal.SIG_IGN)  # Python itself would end at SIGINT
    wire = connect(sys.argv[1])
    order = json.loads(first_line(wire))
    try:
        keeper = Keeper(wire, order)
    except (OSError, subprocess.SubprocessError) as error:
        problem = f"{order['command'][0]}: {error}"
        wire.sendall(frame(b"E", problem.encode()))
        return
    keeper.report(keeper.run())

"""Runs one command and makes sure that nothing of it is left. A script of its own: it imports no mlebench.

    python -I -S supervisor.py LOG_FILE LOG_LIMIT COMMAND...

It stands between the harness and an agent, as the parent to which the kernel hands every orphan below it
(a "subreaper"): a process that forks twice and leaves its session is still found. Standard input is the
wire to the harness: a line `terminate SECONDS` ends the room; its end means that the harness has died, and
ends the room at once. One line of JSON on standard output says how it went.
"""

# ruff: noqa: PTH123, PTH208
# Plain `open` and `listdir`: pathlib would double the time that this script needs to start.

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import time

_PR_SET_CHILD_SUBREAPER = 36
_SAMPLE_SECONDS = 0.5
_PAGE = os.sysconf("SC_PAGE_SIZE")


def parents() -> dict[int, int]:
    """The parent of every living process that this user may see."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    # The command's name stands in brackets and may hold spaces and brackets itself.
                    state, parent = file.read().rpartition(b")")[2].split()[:2]
                if state != b"Z":
                    found[int(name)] = int(parent)
    return found


def descendants() -> set[int]:
    """All processes below this one."""
    below: dict[int, list[int]] = {}
    for process, parent in parents().items():
        below.setdefault(parent, []).append(process)
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        for child in below.get(waiting.pop(), []):
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def resident_bytes(processes: set[int]) -> int:
    """Memory that these processes hold together."""
    total = 0
    for process in processes:
        suppressed = contextlib.suppress(OSError, ValueError, IndexError)
        with suppressed, open(f"/proc/{process}/statm", "rb") as file:
            total += int(file.read().split()[1]) * _PAGE
    return total


def send(processes: set[int], number: int) -> None:
    """Signal each that still exists."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, number)


class Log:
    """Takes what the agent prints, up to a limit, so that an endless loop cannot fill the disk."""

    def __init__(self, path: str, limit: int) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o644)
        self._left = limit

    def write(self, data: bytes) -> None:
        """Keep what fits."""
        if self._left > 0:
            with contextlib.suppress(OSError):  # a full disk must not end the agent
                os.write(self._file, data[: self._left])
            self._left -= len(data)
            if self._left <= 0:
                with contextlib.suppress(OSError):
                    os.write(self._file, b"\n[the rest of the output is not kept: it is too long]\n")


class Supervisor:
    """One command and all that comes of it."""

    def __init__(self, log: Log, command: list[str]) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self._log = log
        self._peak = 0
        self._status: int | None = None
        self._deadline: float | None = None
        wake_read, wake_write = os.pipe()
        os.set_blocking(wake_write, False)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        # Ctrl-C reaches the whole terminal group; the harness decides what it means.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        output_read, output_write = os.pipe()
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output_write,
            stderr=output_write,
            start_new_session=True,
        )
        os.close(output_write)
        child.returncode = 0  # reaped below together with the orphans, not by this object
        self._child = child.pid
        self._output, self._wake = output_read, wake_read
        self._ready = selectors.DefaultSelector()
        for descriptor in (self._output, self._wake, 0):
            os.set_blocking(descriptor, False)
            self._ready.register(descriptor, selectors.EVENT_READ)

    def run(self) -> dict[str, object]:
        """Stay until the command has ended, then end the rest."""
        sampled = 0.0
        while self._status is None:
            left = _SAMPLE_SECONDS if self._deadline is None else self._deadline - time.monotonic()
            self._serve(max(0.01, min(_SAMPLE_SECONDS, left)))
            now = time.monotonic()
            if now - sampled >= _SAMPLE_SECONDS:
                sampled = now
                self._peak = max(self._peak, resident_bytes(descendants()))
            if self._deadline is not None and now >= self._deadline:
                send(descendants(), signal.SIGKILL)
        stragglers = len(descendants())
        self._end_the_rest()
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        code = os.waitstatus_to_exitcode(self._status)
        return {
            "exit_code": code if code >= 0 else None,
            "signal": -code if code < 0 else None,
            "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3),
            "peak_memory_bytes": max(self._peak, usage.ru_maxrss * 1024),
            "stragglers": stragglers,
        }

    def _serve(self, timeout: float) -> None:
        for key, _ in self._ready.select(timeout):
            if key.fd == self._output:
                self._read_output()
            elif key.fd == 0:
                self._obey()
            else:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._wake, 4096)
        self._reap()

    def _read_output(self) -> None:
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._output, 1 << 16)
            if data:
                self._log.write(data)
            else:
                self._ready.unregister(self._output)

    def _obey(self) -> None:
        try:
            order = os.read(0, 4096)
        except BlockingIOError:
            return
        if not order:
            self._ready.unregister(0)
            self._deadline = time.monotonic()
        elif order.startswith(b"terminate"):
            self._deadline = time.monotonic() + float(order.split()[1])
            send(descendants(), signal.SIGTERM)

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while True:
                process, status = os.waitpid(-1, os.WNOHANG)
                if process == 0:
                    return
                if process == self._child:
                    self._status = status

    def _end_the_rest(self) -> None:
        # A loop, because a process can fork between being listed and being killed.
        while rest := descendants():
            send(rest, signal.SIGKILL)
            self._serve(0.01)
        with contextlib.suppress(BlockingIOError):  # what is still in the pipe; nobody writes any more
            while data := os.read(self._output, 1 << 16):
                self._log.write(data)
        self._reap()


def main() -> None:
    """Entry point."""
    path, limit, *command = sys.argv[1:]
    log = Log(path, int(limit))
    try:
        supervisor = Supervisor(log, command)
    except OSError as error:
        print(json.dumps({"error": f"{command[0]}: {error.strerror}"}), flush=True)
        return
    report = json.dumps(supervisor.run())
    with contextlib.suppress(BrokenPipeError):  # where the harness has died, nobody listens
        print(report, flush=True)


if __name__ == "__main__":
    main()

"""The memory limit of worker processes, by what they really use.

The kernel's own limits per process count address space that is only reserved, which libraries do for every core of the
machine: gigabytes of it where there are many.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path

from mlebench.scratch import Scratch, remove_leftovers

_LOOK_SECONDS = 0.05
_PAGE = os.sysconf("SC_PAGE_SIZE")


class MemoryWatch:
    """Ends workers that use more than `limit` bytes, beyond what each had when it announced itself."""

    def __init__(self, limit: int) -> None:
        remove_leftovers("memory")
        self._limit, self._scratch = limit, Scratch("memory")
        self.folder = self._scratch.path / "workers"
        self.folder.mkdir()
        self._ended: set[int] = set()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory", daemon=True)
        self._thread.start()

    def has_ended(self, process: int | None) -> bool:
        """Whether it was this that ended a worker."""
        return process in self._ended

    def close(self) -> None:
        """No worker is left."""
        self._stop.set()
        self._thread.join()
        self._scratch.remove()

    def __enter__(self) -> MemoryWatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _watch(self) -> None:
        while not self._stop.wait(_LOOK_SECONDS):
            for announced in self.folder.glob("[0-9]*"):
                with suppress(OSError, ValueError):
                    self._look(announced)

    def _look(self, announced: Path) -> None:
        process, (born, size) = int(announced.name), announced.read_text().split()
        try:
            now = _resident(process)
            if _born(process) != born:  # its number is another process's by now
                raise ProcessLookupError
            if now > int(size) + self._limit:
                self._ended.add(process)
                os.kill(process, signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            announced.unlink()


def announce(folder: Path) -> None:
    """Called in a worker when it starts: from now on it is watched."""
    process = os.getpid()
    half = folder / f".{process}"
    half.write_text(f"{_born(process)} {_resident(process)}")
    half.rename(folder / str(process))


def _resident(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE


def _born(process: int) -> str:
    """When it was started, in ticks; the name before may hold anything, but for its last bracket."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19]

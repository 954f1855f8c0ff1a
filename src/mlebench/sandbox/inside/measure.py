"""The processes of a sandbox, and what they hold of memory and disk."""

# ruff: noqa: PTH123, PTH208
# Plain `open` and `listdir`: pathlib would double the time that a sandbox needs to start.

from __future__ import annotations

import contextlib
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGE = os.sysconf("SC_PAGE_SIZE")
_PAUSE = 0.02
_DISK_SECONDS = 5.0
_DISK_SHARE = 20  # watching the disk may take one part in so many of the time


def descendants() -> set[int]:
    """All processes below this one; orphans count, because they are handed to it."""
    below: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError), open(f"/proc/{name}/stat", "rb") as file:
                # The command's name stands in brackets and may hold spaces and brackets itself.
                state, parent = file.read().rpartition(b")")[2].split()[:2]
                if state != b"Z":
                    below.setdefault(int(parent), []).append(int(name))
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        fresh = [child for child in below.get(waiting.pop(), []) if child not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return found


def resident_bytes(processes: set[int]) -> int:
    """Memory that these processes hold; what they share counts for each."""
    total = 0
    for process in processes:
        suppressed = contextlib.suppress(OSError, ValueError, IndexError)
        with suppressed, open(f"/proc/{process}/statm", "rb") as file:
            total += int(file.read().split()[1]) * _PAGE
    return total


def proportional_bytes(processes: set[int]) -> int:
    """The same with shared memory counted once: exact, but slow."""
    total = 0
    for process in processes:
        try:
            with open(f"/proc/{process}/smaps_rollup", "rb") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith(b"Pss:")) * 1024
        except (OSError, ValueError):
            total += resident_bytes({process})
    return total


def mount_points() -> set[str]:
    """Where something is mounted."""
    with contextlib.suppress(OSError), open("/proc/self/mountinfo", "rb") as file:
        # Blanks in a path stand there as octal numbers.
        paths = (line.split()[4].decode("unicode_escape").encode("latin-1") for line in file)
        return {os.fsdecode(path) for path in paths}
    return set()


def disk_bytes(folders: list[str]) -> Iterator[int]:
    """Walk through the folders; yields what was found so far, so that the caller can pause.

    What is mounted below them (the harness's Python may be) is not the agent's.
    """
    total, waiting, mounted = 0, list(folders), mount_points()
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for number, entry in enumerate(entries):
                with contextlib.suppress(OSError):
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False) and entry.path not in mounted:
                        waiting.append(entry.path)
                if number % 500 == 0:
                    yield total
    yield total


class DiskWatch:
    """Looks now and then whether folders hold too much, in steps so short that nothing else waits."""

    def __init__(self, folders: list[str], limit: int) -> None:
        self._folders, self._limit = folders, limit
        self._walk: Iterator[int] | None = None
        self._due = self._spent = 0.0

    @property
    def busy(self) -> bool:
        """Whether a walk has begun and not ended."""
        return self._walk is not None

    def step(self) -> bool:
        """Go on a little. Tells whether the limit is exceeded."""
        started = time.monotonic()
        if self._walk is None:
            if started < self._due:
                return False
            self._walk, self._spent = disk_bytes(self._folders), 0.0
        for held in self._walk:
            if held > self._limit:
                self._walk, self._due = None, started + _DISK_SECONDS
                return True
            if time.monotonic() - started > _PAUSE:
                self._spent += time.monotonic() - started
                return False
        self._spent += time.monotonic() - started
        self._walk, self._due = None, started + max(_DISK_SECONDS, self._spent * _DISK_SHARE)
        return False

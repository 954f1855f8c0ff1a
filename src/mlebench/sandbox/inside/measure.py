"""The processes of a sandbox, and what they hold of memory."""

# ruff: noqa: PTH116, PTH123, PTH208
# Plain `open` and `listdir`: pathlib would double the time that a sandbox needs to start.

from __future__ import annotations

import contextlib
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGE = os.sysconf("SC_PAGE_SIZE")
_SEGMENT_RESIDENT = 14  # the field of a line in /proc/sysvipc/shm
# Of the container itself, in the unified and in the older hierarchy. A sandbox that shows none has its group outside.
_REFUSED_PROCESSES = ("/sys/fs/cgroup/pids.events", "/sys/fs/cgroup/pids/pids.events")


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
    """The same with shared memory counted once, and with that of files in memory which nobody maps: slow."""
    total = shared = 0
    for process in processes:
        try:
            with open(f"/proc/{process}/smaps_rollup", "rb") as file:
                fields = {line.split()[0]: int(line.split()[1]) * 1024 for line in file if line.startswith(b"Pss")}
            total += fields[b"Pss:"]
            shared += fields.get(b"Pss_Shmem:", 0)
        except (OSError, ValueError, KeyError):
            total += resident_bytes({process})
    return total + max(0, memory_file_bytes(processes) - shared)


def memory_file_bytes(processes: set[int]) -> int:
    """What is held in files of memory (memfd_create, shmget). Those of /dev/shm have a limit of their own."""
    device, seen = memory_device(), set()  # type: int | None, set[tuple[int, int]]
    files = (found for process in processes for found in deleted_files(process, seen))
    held = sum(found.st_blocks * 512 for found in files if found.st_dev == device)
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/sysvipc/shm", "rb") as segments:
        held += sum(int(line.split()[_SEGMENT_RESIDENT]) for line in segments if line.split()[0] != b"key")
    return held


def deleted_files(process: int, seen: set[tuple[int, int]]) -> Iterator[os.stat_result]:
    """Files that are in no folder any more (or never were), but open in this process; those not `seen` before."""
    folder = f"/proc/{process}/fd"
    with contextlib.suppress(OSError):  # it has ended, or shows itself to nobody
        for name in os.listdir(folder):
            with contextlib.suppress(OSError):
                found = os.stat(f"{folder}/{name}")
                if stat.S_ISREG(found.st_mode) and not found.st_nlink and (found.st_dev, found.st_ino) not in seen:
                    seen.add((found.st_dev, found.st_ino))
                    yield found


def were_processes_refused() -> bool:
    """Whether the engine's limit on processes was hit, as far as the container shows it."""
    for path in _REFUSED_PROCESSES:
        with contextlib.suppress(OSError), open(path, "rb") as file:
            return any(line.startswith(b"max ") and line.strip() != b"max 0" for line in file)
    return False


def memory_device() -> int | None:
    """The device that all files of memory are on."""
    with contextlib.suppress(OSError, AttributeError):
        descriptor = os.memfd_create("keeper")
        try:
            return os.fstat(descriptor).st_dev
        finally:
            os.close(descriptor)
    return None

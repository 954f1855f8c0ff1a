"""What a sandbox holds on disk, however it is hidden."""

# ruff: noqa: PTH116, PTH123
# Folders are opened one from another, which pathlib cannot do, and paths may be longer than the system takes.

from __future__ import annotations

import contextlib
import errno
import os
import time

from .measure import deleted_files, descendants, memory_device

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PAUSE = 0.02
_SECONDS = 5.0
_SHARE = 20  # watching the disk may take one part in so many of the time
_LONG_PATH = 3000  # characters; no system takes more than 4096
_ENDLESS = 1 << 62


class _Folder:
    """An open folder, for as long as somebody needs it."""

    descriptor: int

    def __init__(self, path: str, above: _Folder | None) -> None:
        start: int | None = above.descriptor if above is not None else None
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            self.descriptor = os.open(path, flags, dir_fd=start)
        except PermissionError:
            # The agent has closed it (chmod 000). Where the keeper is the same user, it can open it again.
            os.chmod(path, 0o700, dir_fd=start)
            self.descriptor = os.open(path, flags, dir_fd=start)
        mode = os.fstat(self.descriptor).st_mode
        if not mode & 0o100:  # its names could be read, but nothing about them
            with contextlib.suppress(PermissionError):
                os.fchmod(self.descriptor, mode | 0o100)

    def __del__(self) -> None:
        if hasattr(self, "descriptor"):
            os.close(self.descriptor)


def mount_points() -> set[str]:
    """Where something is mounted."""
    with contextlib.suppress(OSError), open("/proc/self/mountinfo", "rb") as file:
        # Blanks in a path stand there as octal numbers.
        paths = (line.split()[4].decode("unicode_escape").encode("latin-1") for line in file)
        return {os.fsdecode(path) for path in paths}
    return set()


def disk_use(folders: list[str]) -> Iterator[tuple[int, int]]:
    """Walk through the folders; yields bytes and files that were found so far, so that the caller can pause.

    What is mounted below them (the harness's Python may be) is not the agent's. Files that are open but in no
    folder come last.
    """
    total = count = 0
    mounted = mount_points()
    # From the last to the first, so that only the folders of one branch are ever open.
    waiting: list[tuple[str, str, _Folder | None]] = [(folder, folder, None) for folder in folders]
    while waiting:
        whole, path, above = waiting.pop()
        try:
            folder = _Folder(path, above)
            below = folder if len(path) > _LONG_PATH else None
            with os.scandir(folder.descriptor) as entries:
                for number, entry in enumerate(entries):
                    count += 1
                    with contextlib.suppress(OSError):
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
                        # Where nothing more can be mounted, the whole path is of no use, and would only grow.
                        inner = f"{whole}/{entry.name}" if len(whole) < _LONG_PATH else whole
                        if entry.is_dir(follow_symlinks=False) and inner not in mounted:
                            step = (entry.name, below) if below is not None else (f"{path}/{entry.name}", above)
                            waiting.append((inner, *step))
                    if number % 500 == 0:
                        yield total, count
        except OSError as error:
            if error.errno == errno.EMFILE:  # folders in folders by the thousand: nobody needs them
                yield _ENDLESS, count
    elsewhere = {memory_device()}  # and counted there
    with contextlib.suppress(OSError):
        elsewhere.add(os.stat("/dev/shm").st_dev)
    seen: set[tuple[int, int]] = set()
    for process in descendants():
        for found in deleted_files(process, seen):
            if found.st_dev not in elsewhere:
                total, count = total + found.st_blocks * 512, count + 1
        yield total, count
    yield total, count


class DiskWatch:
    """Looks now and then whether folders hold too much, in steps so short that nothing else waits."""

    def __init__(self, folders: list[str], limit: int, files: int | None = None) -> None:
        self._folders, self._limit, self._files = folders, limit, files or _ENDLESS
        self._walk: Iterator[tuple[int, int]] | None = None
        self._due = self._spent = 0.0

    @property
    def busy(self) -> bool:
        """Whether a walk has begun and not ended."""
        return self._walk is not None

    def step(self) -> bool:
        """Go on a little. Tells whether a limit is exceeded."""
        started = time.monotonic()
        if self._walk is None:
            if started < self._due:
                return False
            self._walk, self._spent = disk_use(self._folders), 0.0
        for held, files in self._walk:
            if held > self._limit or files > self._files:
                self._walk, self._due = None, started + _SECONDS
                return True
            if time.monotonic() - started > _PAUSE:
                self._spent += time.monotonic() - started
                return False
        self._spent += time.monotonic() - started
        self._walk, self._due = None, started + max(_SECONDS, self._spent * _SHARE)
        return False

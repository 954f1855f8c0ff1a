"""Folders that last as long as a process. What a killed process leaves of them, the next one takes away."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from mlebench.locks import try_lock

_LOCK = "lock"
_FRESH_SECONDS = 30.0  # a new folder is not locked at once
_ROOM_FOR_NAMES = 55  # of the 100 bytes or so that a socket's path may have: the folder's own name and those in it


class Scratch:
    """A private folder in the system's place for temporary files; `short` where its path must be, for sockets.

    `within` is another place. A lock that ends with this process marks it as used.
    """

    def __init__(self, kind: str, *, short: bool = False, within: Path | None = None) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=_prefix(kind), dir=within or _base(short)))
        self._lock = (self.path / _LOCK).open("w")
        try_lock(self._lock)

    def remove(self) -> None:
        """Take it away; a second time does nothing."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.remove()


def remove_leftovers(
    kind: str,
    *,
    short: bool = False,
    within: Path | None = None,
    first: Callable[[Path], None] = lambda folder: None,
) -> None:
    """Take away the folders of this kind whose process was killed; `first` is called with each before."""
    for folder in (within or _base(short)).glob(f"{_prefix(kind)}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime < _FRESH_SECONDS:
                continue
            folder.rmdir()  # where its process was killed while it took the folder away, it is empty
        with suppress(OSError), (folder / _LOCK).open("r+") as lock:
            if try_lock(lock):
                first(folder)
                shutil.rmtree(folder, ignore_errors=True)


def last_words(path: Path) -> str | None:
    """What a process that ended itself has written to a file of a scratch folder."""
    try:
        return path.read_text(encoding="utf-8", errors="replace") or None
    except OSError:
        return None


def _prefix(kind: str) -> str:
    return f"mlebench-{kind}-"


def _base(short: bool) -> Path:
    base = tempfile.gettempdir()
    return Path("/tmp" if short and len(os.fsencode(base)) > _ROOM_FOR_NAMES else base)

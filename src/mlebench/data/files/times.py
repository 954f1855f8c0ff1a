"""One time stamp for all files: when they were written tells their order, which may be that of the labels."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

EVEN = 315_532_800  # the first second of 1980, as in the archives that are packed here
_ONLY_PLACED = EVEN * 10**9 + 1  # nanoseconds: no other time is this one, and a file that is added changes it


def mark_placed(folder: Path) -> None:
    """Note in the time of a folder that all in it was placed, so that nobody has to look at each file."""
    os.utime(folder, ns=(_ONLY_PLACED, _ONLY_PLACED))


def even_times(folder: Path, *, linked: bool) -> None:
    """Of all files and folders within `folder`; if `linked`, of files too that have a name elsewhere.

    What belongs to somebody else, such as raw data that a colleague kept, stays as it is.
    """
    for _, folders, files, place in os.fwalk(folder):
        own = [name for name in files if linked or os.stat(name, dir_fd=place, follow_symlinks=False).st_nlink == 1]
        names = [*own, *folders]
        folders[:] = [name for name in folders if os.stat(name, dir_fd=place).st_mtime_ns != _ONLY_PLACED]
        for name in names:
            with suppress(PermissionError):
                os.utime(name, (EVEN, EVEN), dir_fd=place, follow_symlinks=False)

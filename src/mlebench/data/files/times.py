"""One time stamp for all files: when they were written tells their order, which may be that of the labels."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

EVEN = 315_532_800  # the first second of 1980, as in the archives that are packed here


def even_times(folder: Path, *, linked: bool) -> None:
    """Of all files and folders within `folder`; if `linked`, of files too that have a name elsewhere.

    What belongs to somebody else, such as raw data that a colleague kept, stays as it is.
    """
    for _, folders, files, place in os.fwalk(folder, topdown=False):
        own = [name for name in files if linked or os.stat(name, dir_fd=place, follow_symlinks=False).st_nlink == 1]
        for name in [*own, *folders]:
            with suppress(PermissionError):
                os.utime(name, (EVEN, EVEN), dir_fd=place, follow_symlinks=False)

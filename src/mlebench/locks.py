"""Locks on files. A lock ends with the open file or its process, whichever is first: a killed one holds nothing."""

from __future__ import annotations

import fcntl
from typing import IO, Any


def try_lock(file: IO[Any], *, shared: bool = False) -> bool:
    """Lock an open file without waiting; tells whether that worked."""
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

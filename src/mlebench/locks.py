"""Locks on files. A lock ends with the open file or its process, whichever is first: a killed one holds nothing."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

_LOOK_SECONDS = 0.02  # instead of waiting inside the kernel, where a cancellation would not be heard


def try_lock(file: IO[Any], *, shared: bool = False) -> bool:
    """Lock an open file without waiting; tells whether that worked."""
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def wait_for_lock(file: IO[Any], seconds: float = float("inf"), *, shared: bool = False) -> bool:
    """Lock an open file as soon as others let it go; tells whether that was in time."""
    deadline = time.monotonic() + seconds
    while not try_lock(file, shared=shared):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_LOOK_SECONDS)
    return True


@contextmanager
def turn(folder: Path, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Those who work in a folder take turns; `waiting` is called where somebody else is at it."""
    with (folder / ".lock").open("a") as file:
        if not try_lock(file):
            waiting()
            wait_for_lock(file)
        yield

"""Who may open a sandbox next."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

_PATIENCE_SECONDS = 0.05


class Turns:
    """Lets so many threads in at a time, in the order in which they came; the threading module's semaphores do not."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._line: deque[object] = deque()
        self._changed = threading.Condition()

    def __enter__(self) -> None:
        me = object()
        with self._changed:
            self._line.append(me)
            self._changed.wait_for(lambda: self._free > 0 and self._line[0] is me)
            self._line.popleft()
            self._free -= 1
            self._changed.notify_all()  # there may be room for the next one too

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._free += 1
            self._changed.notify_all()


class ShortWork:
    """Lets one thread at a time do short work of ours, since Python does no more than one thing at a time anyway.

    Threads that work side by side hand over to each other at every call of the system, which takes longer than the
    work. Nobody waits for long: where somebody's work is not short, the others go on beside it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Alone if that is possible soon."""
        is_mine = self._lock.acquire(timeout=_PATIENCE_SECONDS)
        try:
            yield
        finally:
            if is_mine:
                self._lock.release()

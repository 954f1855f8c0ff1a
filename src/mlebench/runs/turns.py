"""Who may open a sandbox next."""

from __future__ import annotations

import threading
from collections import deque


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

"""Sharing numbered things (CPUs, GPUs) among the rooms of one harness."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache

from mlebench.sandbox.resources import gpus_of_this_machine


class Pool:
    """Lends the numbers that the fewest rooms use. It never refuses: that is the executor's business."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._users = Counter(dict.fromkeys(numbers, 0))
        self._lock = threading.Lock()

    def take(self, count: int) -> list[int]:
        """So many of them, or all."""
        with self._lock:
            chosen = sorted(self._users, key=lambda number: (self._users[number], number))[:count]
            self._users.update(chosen)
        return sorted(chosen)

    def give_back(self, numbers: Iterable[int]) -> None:
        """They are free again."""
        with self._lock:
            self._users.subtract(list(numbers))

    @contextmanager
    def lend(self, count: int) -> Iterator[list[int]]:
        """For as long as a room is open."""
        numbers = self.take(count)
        try:
            yield numbers
        finally:
            self.give_back(numbers)


@cache
def cpus() -> Pool:
    """The CPUs that this process may use."""
    return Pool(sorted(os.sched_getaffinity(0)))


@cache
def gpus() -> Pool:
    """The GPUs of this machine."""
    return Pool(gpus_of_this_machine())

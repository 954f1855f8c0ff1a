"""Sharing numbered things (CPUs, GPUs) among the sandboxes of one harness."""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

from mlebench.locks import try_lock
from mlebench.sandbox.resources import gpus_of_this_machine


class Pool:
    """Lends the numbers that the fewest sandboxes use. It never refuses: that is the executor's business."""

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
        """For as long as a sandbox is open."""
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
    """The GPUs of this machine, or those of them that CUDA_VISIBLE_DEVICES names: a scheduler's way to share."""
    found, named = gpus_of_this_machine(), os.environ.get("CUDA_VISIBLE_DEVICES")
    if named is None or not re.fullmatch(r"[\d,]*", named):
        return Pool(found)
    return Pool(number for number in found if str(number) in named.split(","))


@contextmanager
def own_cpus(count: int) -> Iterator[None]:
    """So many CPUs that no other process has asked for in this way, for sandboxes that the calling thread opens.

    Several harnesses on one machine would all begin with its first CPUs. Where too few are left (a scheduler
    may count more than there are), nothing changes.
    """
    before = os.sched_getaffinity(0)
    folder = Path(tempfile.gettempdir()) / f"mlebench-cpus-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    with ExitStack() as undo:
        mine: set[int] = set()
        for cpu in sorted(before):
            if len(mine) < count and try_lock(undo.enter_context((folder / str(cpu)).open("w"))):
                mine.add(cpu)
        if len(mine) == count:
            os.sched_setaffinity(0, mine)
            undo.callback(os.sched_setaffinity, 0, before)
        for shared in (cpus, gpus):  # they remember what this process could use before
            shared.cache_clear()
            undo.callback(shared.cache_clear)
        yield

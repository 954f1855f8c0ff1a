"""Measuring a function in a process of its own: time, CPU time and peak memory."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import resource
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

MIB = 1 << 20


class Cost(NamedTuple):
    """What a call took. Memory is what came on top of the imports."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int

    def __add__(self, other: object) -> Cost:
        assert isinstance(other, Cost)
        return Cost(
            self.seconds + other.seconds,
            self.cpu_seconds + other.cpu_seconds,
            max(self.peak_bytes, other.peak_bytes),
        )


def measure(function: Callable[..., object], *arguments: Any, repeat: int = 1) -> Cost:
    """The fastest of `repeat` calls, each in a fresh process, with what it imports loaded before."""
    return min((_once(function, arguments) for _ in range(repeat)), key=lambda cost: cost.seconds)


def _once(function: Callable[..., object], arguments: tuple[Any, ...]) -> Cost:
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(sender, function, arguments))
    process.start()
    sender.close()
    try:
        cost: Cost = receiver.recv()
    except EOFError:
        process.join()
        raise RuntimeError(f"{function.__qualname__} died with exit code {process.exitcode}") from None
    process.join()
    return cost


def _child(sender: Connection, function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
    for module in ("pandas", "pyarrow.csv", "pyarrow.compute", "sklearn.model_selection", "mlebench.grading.grade"):
        importlib.import_module(module)
    before = _peak()
    usage = resource.getrusage(resource.RUSAGE_SELF)
    started = time.perf_counter()
    function(*arguments)
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - usage.ru_utime - usage.ru_stime
    sender.send(Cost(seconds, cpu, max(0, _peak() - before)))
    os._exit(0)  # no time spent on tearing down large tables


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

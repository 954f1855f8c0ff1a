"""Measuring a function in a process of its own: time, CPU time and peak memory."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import resource
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

IMPORTS = (
    "pandas",
    "pyarrow.csv",
    "pyarrow.compute",
    "scipy.stats",
    "sklearn.model_selection",
    "PIL.Image",
    "mlebench.data",
    "mlebench.grading.grade",
)


class Cost(NamedTuple):
    """What a call took. Memory is what came on top of the imports."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int
    result: Any = None


def measure(
    function: Callable[..., object],
    *arguments: Any,
    first: Callable[[], object] | None = None,
    forked: bool = False,
) -> Cost:
    """One call in a fresh process, with what it imports loaded and `first` called before.

    `forked` from a process that has imported, which is quicker; then `first` must touch the code that is measured.
    """
    if forked:
        multiprocessing.set_forkserver_preload([*IMPORTS, "mlebench.api"])
    context: Any = multiprocessing.get_context("forkserver" if forked else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(sender, function, arguments, first))
    process.start()
    sender.close()
    try:
        cost: Cost = receiver.recv()
    except EOFError:
        process.join()
        raise RuntimeError(f"{function.__qualname__} died with exit code {process.exitcode}") from None
    process.join()
    return cost


def fastest_of(costs: list[Cost]) -> Cost:
    """What else runs on the machine only makes a call slower."""
    return min(costs, key=lambda cost: cost.seconds)


def fastest(function: Callable[[], object], repeat: int = 5) -> float:
    """The least time of several calls in this process."""
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        function()
        times.append(time.perf_counter() - started)
    return min(times)


def _child(
    sender: Connection,
    function: Callable[..., object],
    arguments: tuple[Any, ...],
    first: Callable[[], object] | None,
) -> None:
    for module in IMPORTS:
        importlib.import_module(module)
    if first:
        first()
    Path("/proc/self/clear_refs").write_text("5")  # Linux: forget the peak so far
    before = _memory("VmRSS")
    usage = resource.getrusage(resource.RUSAGE_SELF)
    started = time.perf_counter()
    result = function(*arguments)
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - usage.ru_utime - usage.ru_stime
    sender.send(Cost(seconds, cpu, max(0, _memory("VmHWM") - before), result))
    os._exit(0)  # no time spent on tearing down large tables


def _memory(name: str) -> int:
    # Not getrusage: its maximum is inherited from the process that started this one.
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))

"""`mlebench --help` against `python -c pass`: nothing heavy is imported before it is used."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from benchmarks.table import Row


def cpu_seconds(command: list[str], repeat: int = 10) -> float:
    """The least CPU time of several calls."""
    best = float("inf")
    for _ in range(repeat):
        before = used()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, used() - before)
    return best


def used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def rows() -> list[Row]:
    floor = cpu_seconds([sys.executable, "-c", "pass"])
    ours = cpu_seconds([str(Path(sys.executable).parent / "mlebench"), "--help"])
    return [Row("mlebench --help", "CPU time of python -c pass", ours / floor, goal=12.0, note=f"{ours:.2f} s of CPU")]

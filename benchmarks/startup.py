"""`mlebench --help` against `python -c pass`: nothing heavy is imported before it is used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.table import Row


def cpu_seconds(command: list[str], repeat: int = 10) -> float:
    """The least CPU time of several calls."""
    best = float("inf")
    for _ in range(repeat):
        before = os.times()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        best = min(best, used)
    return best


def rows() -> list[Row]:
    floor = cpu_seconds([sys.executable, "-c", "pass"])
    ours = cpu_seconds([str(Path(sys.executable).parent / "mlebench"), "--help"])
    return [Row("mlebench --help", "CPU time of python -c pass", ours / floor, goal=12.0, note=f"{ours:.2f} s of CPU")]

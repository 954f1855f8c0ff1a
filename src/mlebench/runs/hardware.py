"""The machine that a run worked on, for those who compare results."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from functools import cache
from pathlib import Path

import psutil

_PATIENCE = 30.0  # seconds: a driver that hangs must not hold up a run for long


@cache
def hardware_here() -> dict[str, str | int | float]:
    """Processor, cores, memory in GB of 2^30 bytes, and graphics cards where there are any."""
    found: dict[str, str | int | float] = {
        "processor": _processor(),
        "cores": os.cpu_count() or 0,
        "memory_gb": round(psutil.virtual_memory().total / (1 << 30), 1),
    }
    cards = _graphics_cards()
    return {**found, "graphics_cards": cards} if cards else found


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # not on Linux
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def _graphics_cards() -> str:
    program = shutil.which("nvidia-smi")
    if program is None:
        return ""
    ask = [program, "--query-gpu=name", "--format=csv,noheader"]
    try:
        done = subprocess.run(ask, capture_output=True, text=True, timeout=_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ", ".join(done.stdout.split("\n")).strip(", ") if done.returncode == 0 else ""

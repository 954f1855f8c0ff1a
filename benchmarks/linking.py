"""Placing many files against `os.link` in a loop: most of what preparing pictures is."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.synthetic import hex_ids, write_files
from benchmarks.table import Row
from mlebench.data import place_named

FILES = 10_000
REPEAT = 7


def rows() -> list[Row]:
    names = [f"{name}.jpg" for name in hex_ids(np.random.default_rng(0), FILES, 32)]
    column = pd.Series(names)  # as a table names them
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as folder:
        source = Path(folder) / "source"
        source.mkdir()
        write_files(source / name for name in names)
        ours, floors = [], []
        for turn in range(REPEAT):
            floors.append(cpu_seconds(lambda new: link_all(source, names, new), Path(folder, f"floor{turn}")))
            ours.append(cpu_seconds(lambda new: place_named(source, column, new), Path(folder, f"ours{turn}")))
    what = f"place {FILES:,} files"
    return [Row(what, "CPU time of os.link in a loop", min(ours) / min(floors), 1.2, note=f"{min(ours):.2f} s")]


def link_all(source: Path, names: list[str], target: Path) -> None:
    for name in names:
        os.link(f"{source}/{name}", f"{target}/{name}")


def cpu_seconds(call: Callable[[Path], None], folder: Path) -> float:
    """Of a call that fills a folder."""
    folder.mkdir()
    started = time.process_time()
    call(folder)
    return time.process_time() - started

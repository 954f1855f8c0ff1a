"""Reports on many runs: the whole command, in CPU time."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from pathlib import Path

from tests.results.making import group_on_disk, published

from benchmarks.startup import cpu_seconds
from benchmarks.table import Row
from mlebench.catalog import Registry, split_ids

OUTCOMES = ("gold", "silver", "bronze", "median", "none", "invalid", "missing")
SEEDS = 100  # of the published-form report
GROUP_SEEDS = 267  # of the group: 20,025 runs


def rows() -> list[Row]:
    mlebench = str(Path(sys.executable).parent / "mlebench")
    registry, rng = Registry(), random.Random(0)
    ids = split_ids("all", registry)
    with tempfile.TemporaryDirectory() as folder:
        outcomes = [(i, rng.choice(OUTCOMES)) for _ in range(SEEDS) for i in ids]
        report = published(Path(folder) / "report.json", registry, outcomes)
        group = group_on_disk(Path(folder), registry, ids, lambda i, s: rng.choice(OUTCOMES), seeds=GROUP_SEEDS)
        goals = {f"{len(outcomes):,} runs of a grading report": (report, 2.0)}
        goals[f"{len(group.spec.runs):,} runs of a group"] = (group.folder, 10.0)
        best = cpu_seconds(
            {name: [mlebench, "report", str(path), "--json"] for name, (path, _) in goals.items()}, repeat=3
        )
    # Cores that are shared take more CPU time for the same work.
    note = f"at a load of {os.getloadavg()[1]:.0f} on {os.cpu_count()} cores"
    return [
        Row(f"mlebench report --json, {name}", "a second of CPU time", best[name], goal, note=note)
        for name, (_, goal) in goals.items()
    ]

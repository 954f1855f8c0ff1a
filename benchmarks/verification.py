"""Checksums against `md5sum` of the same file."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.measure import fastest
from benchmarks.table import Row
from mlebench.data.digests import md5

MEGABYTES = 500


def rows() -> list[Row]:
    if shutil.which("md5sum") is None:
        return []
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as folder:
        path = Path(folder) / "large"
        path.write_bytes(np.random.default_rng(0).bytes(MEGABYTES * 1_000_000))
        floor = fastest(lambda: subprocess.run(["md5sum", path], check=True, stdout=subprocess.DEVNULL))
        ours = fastest(lambda: md5(path))
    return [Row(f"MD5 of {MEGABYTES} MB", "md5sum of the same file", ours / floor, goal=1.2)]

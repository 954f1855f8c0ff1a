"""Comparing 100 submitted files with 50 kernels and with each other: the whole command, in CPU time."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from tests.integrity.plagiarism.labelled import commented, programs, renamed

from benchmarks.startup import cpu_seconds
from benchmarks.table import Row
from mlebench.integrity.plagiarism import dolos

FILES, KERNELS = 100, 50
GOAL = 30.0  # seconds, on two cores


def rows() -> list[Row]:
    mlebench = str(Path(sys.executable).parent / "mlebench")
    methods = ["winnowing", *(["dolos"] if dolos.why_not() is None else [])]
    with tempfile.TemporaryDirectory(prefix="mlebench-bench-") as name:
        folder = Path(name)
        lines = sum(_write(folder / "kernels", KERNELS, 0) + _write(folder / "submitted", FILES, 1))
        submitted = sorted(map(str, (folder / "submitted").iterdir()))
        command = [mlebench, "integrity", "plagiarism", *submitted, "--kernels", str(folder / "kernels"), "--json"]
        best = cpu_seconds({method: [*command, "--method", method] for method in methods}, repeat=3)
    what = f"mlebench integrity plagiarism, {FILES} files of {lines // (FILES + KERNELS)} lines and {KERNELS} kernels"
    return [Row(f"{what}, {method}", "a second of CPU time", best[method], GOAL) for method in methods]


def _write(folder: Path, count: int, seed: int) -> list[int]:
    """Programs put together from those of the labelled set, each disguised in its own way; their lengths."""
    folder.mkdir()
    texts, rng, lengths = list(programs().values()), random.Random(seed), []
    for number in range(count):
        parts = [commented(renamed(text), rng.randrange(1000)) for text in rng.sample(texts, 4)]
        code = "\n".join(parts)
        (folder / f"{number:03}.py").write_text(code)
        lengths.append(code.count("\n"))
    return lengths

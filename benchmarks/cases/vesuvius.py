"""Vesuvius: one graded fragment of 5,249 × 7,606 pixels, compared run by run. Preparation only links: grading only."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from benchmarks.case import Case
from benchmarks.synthetic import write_table

WIDTH, HEIGHT, RUNS = 5_249, 7_606, 40_000


def mask(rng: np.random.Generator) -> str:
    share = WIDTH * HEIGHT // RUNS
    starts = np.arange(RUNS) * share + rng.integers(1, share // 2, RUNS)
    return " ".join(map(str, np.column_stack([starts, rng.integers(1, share // 2, RUNS)]).ravel().tolist()))


def build(raw: Path, scale: float) -> None:
    for number in "123":
        (raw / "train" / number / "surface_volume").mkdir(parents=True)
    fragment = raw / "train" / "3"
    write_table(fragment / "inklabels_rle.csv", {"Id": ["3"], "Predicted": [mask(np.random.default_rng(0))]})
    for name in ("ir.png", "mask.png"):
        Image.new("L", (WIDTH, HEIGHT)).save(fragment / name)


def guess(prepared: Path, target: Path) -> None:
    write_table(target, {"Id": ["a"], "Predicted": [mask(np.random.default_rng(1))]})


CASE = Case(
    "vesuvius-challenge-ink-detection",
    size="5,249 × 7,606 pixels, 40,000 runs",
    build=build,
    submission=guess,
    parts=("grade",),
)

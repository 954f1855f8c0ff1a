"""HuBMAP: masks of 30,000 × 30,000 pixels, compared run by run. Preparation only links slides: grading only."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.case import Case
from mlebench.data import write_csv

SIDE, RUNS, SLIDES = 30_000, 150_000, 15


def mask(rng: np.random.Generator) -> str:
    starts = np.sort(rng.choice(SIDE * SIDE // 3000, RUNS, replace=False)) * 3000 + 1
    lengths = rng.integers(20, 2900, RUNS)
    return " ".join(map(str, np.column_stack([starts, lengths]).ravel().tolist()))


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    ids = [f"slide{i:04d}" for i in range(SLIDES)]
    write_csv(pd.DataFrame({"id": ids, "encoding": [mask(rng) for _ in ids]}), raw / "train.csv")
    sizes = {"image_file": [f"{i}.tiff" for i in ids], "width_pixels": SIDE, "height_pixels": SIDE}
    write_csv(pd.DataFrame(sizes), raw / "HuBMAP-20-dataset_information.csv")
    (raw / "train").mkdir()
    for slide in ids:
        for suffix in (".tiff", ".json", "-anatomical-structure.json"):
            (raw / "train" / f"{slide}{suffix}").touch()


def predict(prepared: Path, target: Path) -> None:
    gold = pd.read_csv(prepared / "private" / "gold_submission.csv")
    rng = np.random.default_rng(1)
    write_csv(gold.assign(predicted=[mask(rng) for _ in gold["id"]]), target)


CASE = Case(
    "hubmap-kidney-segmentation",
    size="3 graded slides of 30,000 × 30,000 pixels, 150,000 runs each",
    build=build,
    submission=predict,
    parts=("grade",),
    grade_note="the rest turns 1.8 million numbers inside texts into numbers and compares runs",
)

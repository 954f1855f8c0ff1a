"""UW-Madison: Hausdorff distances of scans with 144 slices of 266 × 266 pixels. Grading only."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.case import Case
from mlebench.data import write_csv
from mlebench.metrics.segmentation import encode_runs, runs_text

CASES, DAYS, SLICES, SIDE = 85, 3, 144, 266
CLASSES = ["large_bowel", "small_bowel", "stomach"]


def organ(rng: np.random.Generator) -> str:
    y, x = np.ogrid[:SIDE, :SIDE]
    centre, radius = rng.uniform(80, 180, 2), rng.uniform(10, 40)
    return runs_text(encode_runs((y - centre[0]) ** 2 + (x - centre[1]) ** 2 < radius**2))


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    masks = [*(organ(rng) for _ in range(200)), *[""] * 200]
    ids = []
    for case in range(1, int(CASES * scale) + 1):
        for day in range(DAYS):
            folder = raw / "train" / f"case{case}" / f"case{case}_day{day}" / "scans"
            folder.mkdir(parents=True)
            for number in range(1, SLICES + 1):
                (folder / f"slice_{number:04d}_{SIDE}_{SIDE}_1.50_1.50.png").touch()
                ids.append(f"case{case}_day{day}_slice_{number:04d}")
    table = pd.DataFrame({"id": np.repeat(ids, len(CLASSES)), "class": CLASSES * len(ids)})
    chosen = rng.integers(0, len(masks), len(table))
    write_csv(table.assign(segmentation=[masks[i] for i in chosen]), raw / "train.csv")


def predict(prepared: Path, target: Path) -> None:
    answers = pd.read_csv(prepared / "private" / "test.csv", keep_default_na=False)
    shifted = answers["predicted"].to_numpy()[np.r_[1 : len(answers), 0]]
    write_csv(answers[["id", "class"]].assign(predicted=shifted), target)


CASE = Case(
    "uw-madison-gi-tract-image-segmentation",
    size="about 50 graded scans of 144 slices",
    build=build,
    scale=0.3,
    submission=predict,
    parts=("grade",),
    grade_note=(
        "most of the rest is 18 exact Euclidean distance transforms of volumes of 8 million voxels (SciPy), which the "
        "metric needs"
    ),
)

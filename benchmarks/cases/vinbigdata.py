"""Chest X-rays: 15,000 scans with 68,000 findings; 1,500 scans are graded, with 50 guessed boxes each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.case import Case
from benchmarks.synthetic import hex_ids, joined, pick, write_files, write_table
from mlebench.data import read_csv

SCANS, FINDINGS, NO_FINDING, GUESSES = 15_000, 67_914, 14, 50


def build(raw: Path, scale: float) -> None:
    rng = np.random.default_rng(0)
    scans = hex_ids(rng, int(SCANS * scale), 32)
    findings = int(FINDINGS * scale)
    healthy = rng.random(findings) < 0.47
    corners = rng.integers(0, 1000, (findings, 2))
    far_corners = corners + rng.integers(50, 1500, (findings, 2))
    # Every scan has a finding, and the first ones of them have several.
    numbers = np.concatenate([np.arange(len(scans)), rng.integers(0, len(scans), findings - len(scans))])
    table = {
        "image_id": pa.array(scans).take(pa.array(numbers)),
        "class_name": pick(rng, ["Aortic enlargement", "Cardiomegaly", "ILD"], findings),
        "class_id": np.where(healthy, NO_FINDING, rng.integers(0, NO_FINDING, findings)),
        "rad_id": joined("R", rng.integers(1, 18, findings)),
    }
    names = ("x_min", "y_min", "x_max", "y_max")
    places = np.concatenate([corners, far_corners], axis=1).astype(float).T
    table |= {name: pa.array(values, mask=healthy) for name, values in zip(names, places)}
    write_table(raw / "train.csv", table)
    (raw / "train").mkdir()
    write_files(raw / "train" / f"{scan}.dicom" for scan in scans)


def guess(prepared: Path, target: Path) -> None:
    scans = read_csv(prepared / "public" / "sample_submission.csv")["image_id"].tolist()
    rng = np.random.default_rng(1)
    shape = (len(scans), GUESSES)
    first = rng.integers(0, 1000, (*shape, 2))
    boxes = [
        rng.integers(0, 15, (*shape, 1)),
        rng.random((*shape, 1)),
        first,
        first + rng.integers(50, 1500, first.shape),
    ]
    rows = [
        " ".join(f"{box[0]:g} {box[1]!r} " + " ".join(f"{v:g}" for v in box[2:]) for box in row)
        for row in np.concatenate(boxes, axis=-1).tolist()
    ]
    write_table(target, {"image_id": scans, "PredictionString": rows})


CASE = Case(
    "vinbigdata-chest-xray-abnormalities-detection",
    size="15,000 scans, 67,914 findings; 75,000 graded boxes",
    build=build,
    tables=("train.csv",),
    submission=guess,
    grade_note="the rest turns 450,000 numbers inside texts into numbers, and ranks and matches the boxes",
)

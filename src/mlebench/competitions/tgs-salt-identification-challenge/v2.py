from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import place
from mlebench.grading import Expected, masks, quietly, require_whole_runs
from mlebench.metrics.segmentation import Runs, runs_area, runs_intersection

from .grade import PIXELS, THRESHOLDS
from .grade import check as check_v1
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    (public / "depths.csv").unlink()
    place(raw / "depths.csv", public / "depths.csv")  # of all pictures: the depth is an input


def check(submission: pd.DataFrame, expected: Expected) -> list[Runs]:
    checked = quietly(check_v1, submission, expected)
    require_whole_runs(submission, "rle_mask", [PIXELS] * len(submission), on="id")
    return checked


def score(predicted: list[Runs], answers: pd.DataFrame) -> float:
    truth = masks(answers, "rle_mask", [PIXELS] * len(answers), on="id")
    return float(np.mean([_score(true, given) for true, given in zip(truth, predicted, strict=True)]))


def _score(truth: Runs, predicted: Runs) -> float:
    """Share of the thresholds that the overlap exceeds; without salt only an empty mask is right."""
    common, areas = runs_intersection(truth, predicted), runs_area(truth) + runs_area(predicted)
    return float((common / (areas - common) > THRESHOLDS).mean()) if areas else 1.0

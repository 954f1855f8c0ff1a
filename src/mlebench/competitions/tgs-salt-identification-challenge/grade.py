import numpy as np
import pandas as pd

from mlebench.grading import Expected, align, masks, refuse, require_columns, require_rows
from mlebench.metrics.segmentation import Runs, runs_area, runs_intersection

PIXELS = 101 * 101
THRESHOLDS = np.arange(0.5, 1.0, 0.05)


def check(submission: pd.DataFrame, expected: Expected) -> list[Runs]:
    require_columns(submission, ["id", "rle_mask"], exact=True)
    require_rows(submission, expected)
    if not pd.api.types.is_string_dtype(submission["id"]):
        refuse("Column 'id' must hold the names of the pictures, not plain numbers.")
    submission = align(submission, expected, on="id")
    return masks(submission, "rle_mask", [PIXELS] * len(expected), on="id")


def score(predicted: list[Runs], answers: pd.DataFrame) -> float:
    truth = masks(answers, "rle_mask", [PIXELS] * len(answers), on="id")
    return float(np.mean([_score(true, given) for true, given in zip(truth, predicted, strict=True)]))


def _score(truth: Runs, predicted: Runs) -> float:
    """Share of the thresholds that the overlap exceeds."""
    true_area, predicted_area = runs_area(truth), runs_area(predicted)
    if true_area == 0:
        return float(predicted_area == 0)
    if predicted_area == 0:
        # A fault of v1: an empty prediction is scored as if the whole picture had been predicted.
        overlap = true_area / PIXELS
    else:
        common = runs_intersection(truth, predicted)
        overlap = common / (true_area + predicted_area - common)
    return float((overlap > THRESHOLDS).mean())

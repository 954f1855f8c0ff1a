import numpy as np
import pandas as pd

from mlebench.grading import align, refuse, require_columns, require_rows, warn
from mlebench.grading.masks import masks
from mlebench.metrics.segmentation import Runs, runs_area, runs_intersection

PIXELS = 101 * 101
THRESHOLDS = np.arange(0.5, 1.0, 0.05)


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "rle_mask"], exact=True)
    require_rows(submission, answers)
    if not pd.api.types.is_string_dtype(submission["id"]):
        refuse("Column 'id' must hold the names of the pictures, not plain numbers.")
    submission = align(submission, answers, on="id")
    sizes = [PIXELS] * len(answers)
    pairs = zip(masks(answers, "rle_mask", sizes, on="id"), masks(submission, "rle_mask", sizes, on="id"), strict=True)
    return float(np.mean([_score(truth, predicted) for truth, predicted in pairs]))


def _score(truth: Runs, predicted: Runs) -> float:
    """Share of the thresholds that the overlap exceeds."""
    true_area, predicted_area = runs_area(truth), runs_area(predicted)
    if true_area == 0:
        return float(predicted_area == 0)
    if predicted_area == 0:
        # A fault of v1: an empty prediction is scored as if the whole picture had been predicted.
        overlap = true_area / PIXELS
        if overlap > THRESHOLDS[0]:
            warn("Empty masks won points on pictures that are mostly salt: v1 scores them as if all were predicted.")
    else:
        common = runs_intersection(truth, predicted)
        overlap = common / (true_area + predicted_area - common)
    return float((overlap > THRESHOLDS).mean())

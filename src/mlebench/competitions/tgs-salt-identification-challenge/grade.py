import numpy as np
import pandas as pd

from mlebench.grading import Expected, align, masks, refuse, require_columns, require_rows, suspect
from mlebench.metrics.segmentation import Runs, runs_area, runs_intersection

PIXELS = 101 * 101
THRESHOLDS = np.arange(0.5, 1.0, 0.05)
MOST_FREE = 0.01  # of the score: an empty mask is rarely the mistake of a model where more than half is salt


def check(submission: pd.DataFrame, expected: Expected) -> list[Runs]:
    require_columns(submission, ["id", "rle_mask"], exact=True)
    require_rows(submission, expected)
    if not pd.api.types.is_string_dtype(submission["id"]):
        refuse("Column 'id' must hold the names of the pictures, not plain numbers.")
    submission = align(submission, expected, on="id")
    return masks(submission, "rle_mask", [PIXELS] * len(expected), on="id")


def score(predicted: list[Runs], answers: pd.DataFrame) -> float:
    truth = masks(answers, "rle_mask", [PIXELS] * len(answers), on="id")
    scores = np.array([_score(true, given) for true, given in zip(truth, predicted, strict=True)])
    missed = [runs_area(true) > 0 and not runs_area(given) for true, given in zip(truth, predicted, strict=True)]
    if scores[missed].sum() > MOST_FREE * len(scores):
        suspect(
            "Empty masks were scored as full ones on pictures that are mostly salt, which makes the score too good."
        )
    return float(scores.mean())


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

import numpy as np
import pandas as pd

from mlebench.grading import Expected, Floats, align, masks, refuse, require_columns, require_rows, suspect
from mlebench.metrics.masks import Masks, areas, intersections

PIXELS = 101 * 101
THRESHOLDS = np.arange(0.5, 1.0, 0.05)
MOST_FREE = 0.01  # of the score: an empty mask is rarely the mistake of a model where more than half is salt


def check(submission: pd.DataFrame, expected: Expected) -> Masks:
    require_columns(submission, ["id", "rle_mask"], exact=True)
    require_rows(submission, expected)
    if not pd.api.types.is_string_dtype(submission["id"]):
        refuse("Column 'id' must hold the names of the pictures, not plain numbers.")
    submission = align(submission, expected, on="id")
    return masks(submission, "rle_mask", [PIXELS] * len(expected), on="id")


def score(predicted: Masks, answers: pd.DataFrame) -> float:
    truth = masks(answers, "rle_mask", [PIXELS] * len(answers), on="id")
    salt, given, common = areas(truth), areas(predicted), intersections(truth, predicted)
    missed = (salt > 0) & (given == 0)
    # A fault of v1: an empty prediction is scored as if the whole picture had been predicted.
    overlap = np.where(missed, salt / PIXELS, common / np.maximum(salt + given - common, 1))
    scores = np.where(salt > 0, passed(overlap), given == 0)
    if scores[missed].sum() > MOST_FREE * len(scores):
        suspect(
            "Empty masks were scored as full ones on pictures that are mostly salt, which makes the score too good."
        )
    return float(scores.mean())


def passed(overlap: Floats) -> Floats:
    """Share of the thresholds that each overlap exceeds."""
    return np.asarray((overlap[:, np.newaxis] > THRESHOLDS).mean(axis=1))

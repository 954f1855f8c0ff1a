import numpy as np
import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, refuse, require_columns, require_rows, warn
from mlebench.metrics.classification import probabilistic_f1


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["prediction_id", "cancer"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="prediction_id")
    predicted = numbers(submission, "cancer", allow_blank=True, allow_infinite=True)
    if np.isnan(predicted).any():
        warn("A blank prediction makes the whole score 0.")
    elif (predicted < 0).all():
        refuse("All predictions are negative; they must be between 0 and 1.")
    elif (predicted < 0).any() or (predicted > 1).any():
        warn("Predictions outside of 0…1 were clipped.")
    return predicted


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    if np.isnan(predicted).any():
        return 0.0
    return probabilistic_f1(answers["cancer"].to_numpy(), predicted)

import numpy as np
import pandas as pd

from mlebench.grading import align, numbers, refuse, require_columns, require_rows, warn
from mlebench.metrics.classification import probabilistic_f1


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["prediction_id", "cancer"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="prediction_id")
    predicted = numbers(submission, "cancer", allow_blank=True, allow_infinite=True)
    if np.isnan(predicted).any():
        warn("A blank prediction makes the whole score 0.")
        return 0.0
    if (predicted < 0).all():
        refuse("All predictions are negative; they must be between 0 and 1.")
    if (predicted < 0).any() or (predicted > 1).any():
        warn("Predictions outside of 0…1 were clipped.")
    return probabilistic_f1(answers["cancer"].to_numpy(), predicted)

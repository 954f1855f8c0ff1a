import numpy as np
import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import grouped_weighted_log_loss


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["row_id", "fractured"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="row_id")
    return numbers(submission, "fractured", low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    truth = answers["fractured"].to_numpy(float)
    overall = answers["prediction_type"] == "patient_overall"
    studies, _ = pd.factorize(answers["StudyInstanceUID"])
    weights = np.where(overall, 7, 1) * np.where(truth == 1, 2, 1)
    return grouped_weighted_log_loss(truth, predicted, weights=weights, groups=studies)

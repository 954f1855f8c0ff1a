import numpy as np
import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import grouped_weighted_log_loss


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["row_id", "fractured"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="row_id")
    predicted = numbers(submission, "fractured", low=0, high=1)
    truth = answers["fractured"].to_numpy(float)
    overall = answers["prediction_type"] == "patient_overall"
    studies, _ = pd.factorize(answers["StudyInstanceUID"])
    weights = np.where(overall, 7, 1) * np.where(truth == 1, 2, 1)
    return grouped_weighted_log_loss(truth, predicted, weights=weights, groups=studies)

import pandas as pd

from mlebench.grading import align, numbers, probability_rows, require_columns, require_rows
from mlebench.metrics.classification import multiclass_log_loss


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    species = [name for name in answers.columns if name != "id"]
    require_columns(submission, ["id", *species], exact=True)
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    predicted = probability_rows(numbers(submission, species, low=0, high=1), tolerance=1e-6 + 1e-5)
    return multiclass_log_loss(answers[species].to_numpy(float), predicted)

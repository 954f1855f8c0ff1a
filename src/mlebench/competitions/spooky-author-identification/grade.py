import pandas as pd

from mlebench.grading import align, numbers, probability_rows, refuse, require_columns, require_rows
from mlebench.metrics.classification import multiclass_log_loss

AUTHORS = ["EAP", "HPL", "MWS"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", *AUTHORS], exact=True)
    if submission.columns[0] != "id":
        refuse("The first column must be 'id'.")
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    predicted = probability_rows(numbers(submission, AUTHORS, low=0, high=1), tolerance=1e-6 + 1e-5)
    return multiclass_log_loss(answers[AUTHORS].to_numpy(float), predicted)

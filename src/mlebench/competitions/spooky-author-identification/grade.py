import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, probability_rows, refuse, require_columns, require_rows
from mlebench.metrics.classification import multiclass_log_loss

AUTHORS = ["EAP", "HPL", "MWS"]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", *AUTHORS], exact=True)
    if submission.columns[0] != "id":
        refuse("The first column must be 'id'.")
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    return probability_rows(numbers(submission, AUTHORS, low=0, high=1), tolerance=1e-6 + 1e-5)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return multiclass_log_loss(answers[AUTHORS].to_numpy(float), predicted)

import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["clip", "probability"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="clip")
    return numbers(submission, "probability", low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return roc_auc(answers["probability"].to_numpy(), predicted)

import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import mean_column_roc_auc

TARGETS = ["EC1", "EC2"]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", *TARGETS])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    return numbers(submission, TARGETS)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return mean_column_roc_auc(answers[TARGETS].to_numpy(), predicted)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["id", *TARGETS]]

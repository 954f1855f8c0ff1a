import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["BraTS21ID", "MGMT_value"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="BraTS21ID")
    return numbers(submission, "MGMT_value", low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return roc_auc(answers["MGMT_value"].to_numpy(), predicted)

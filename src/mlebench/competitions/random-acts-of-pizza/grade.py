import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc

TARGET = "requester_received_pizza"


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["request_id", TARGET])
    require_rows(submission, expected)
    submission = align(submission, expected, on="request_id")
    return numbers(submission, TARGET, low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return roc_auc(answers[TARGET].to_numpy(), predicted)

import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc

TARGET = "requester_received_pizza"


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["request_id", TARGET])
    require_rows(submission, answers)
    submission = align(submission, answers, on="request_id")
    return roc_auc(answers[TARGET].to_numpy(), numbers(submission, TARGET, low=0, high=1))

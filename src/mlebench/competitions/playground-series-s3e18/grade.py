import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import mean_column_roc_auc

TARGETS = ["EC1", "EC2"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", *TARGETS])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    return mean_column_roc_auc(answers[TARGETS].to_numpy(), numbers(submission, TARGETS))


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["id", *TARGETS]]

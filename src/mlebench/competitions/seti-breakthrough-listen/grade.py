import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "target"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    return roc_auc(answers["target"].to_numpy(), numbers(submission, "target", low=0, high=1))

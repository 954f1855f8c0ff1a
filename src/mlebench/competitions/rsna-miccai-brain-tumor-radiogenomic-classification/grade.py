import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["BraTS21ID", "MGMT_value"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="BraTS21ID")
    return roc_auc(answers["MGMT_value"].to_numpy(), numbers(submission, "MGMT_value", low=0, high=1))

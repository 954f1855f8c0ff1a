import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["Id", "Probability"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="Id")
    return roc_auc(answers["Probability"].to_numpy(), numbers(submission, "Probability", low=0, high=1))

import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "has_cactus"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    return roc_auc(answers["has_cactus"].to_numpy(), numbers(submission, "has_cactus", low=0, high=1))

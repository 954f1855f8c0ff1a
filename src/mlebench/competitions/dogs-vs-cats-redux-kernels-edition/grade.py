import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import log_loss


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "label"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    return log_loss(answers["label"].to_numpy(), numbers(submission, "label", low=0, high=1))

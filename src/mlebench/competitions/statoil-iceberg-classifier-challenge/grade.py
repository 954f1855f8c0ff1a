import pandas as pd

from mlebench.grading import align, numbers, require_columns
from mlebench.metrics.classification import log_loss


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "is_iceberg"])
    submission = align(submission, answers, on="id")
    return log_loss(answers["is_iceberg"].to_numpy(), numbers(submission, "is_iceberg", low=0, high=1))

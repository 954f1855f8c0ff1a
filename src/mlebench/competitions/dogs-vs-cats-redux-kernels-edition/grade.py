import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import log_loss


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", "label"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    return numbers(submission, "label", low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return log_loss(answers["label"].to_numpy(), predicted)

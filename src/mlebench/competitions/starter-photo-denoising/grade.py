import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.regression import rmse


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", "value"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    return numbers(submission, "value", low=0, high=255)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return rmse(answers["value"].to_numpy(float), predicted)

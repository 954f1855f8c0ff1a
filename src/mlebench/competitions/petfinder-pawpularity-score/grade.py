import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.regression import rmse


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["Id", "Pawpularity"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="Id")
    return numbers(submission, "Pawpularity", low=1, high=100)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return rmse(answers["Pawpularity"].to_numpy(), predicted)

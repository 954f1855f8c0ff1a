import pandas as pd

from mlebench.grading import Expected, Floats, align, class_numbers, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["Id", "ClassId"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="Id")
    return class_numbers(submission, "ClassId")


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return accuracy(answers["ClassId"].to_numpy(), predicted)

import pandas as pd

from mlebench.grading import Expected, Floats, align, class_numbers, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_rows(submission, expected)
    require_columns(submission, ["Id", "Category"])
    submission = align(submission, expected, on="Id")
    return class_numbers(submission, "Category")


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return accuracy(answers["Category"].to_numpy(), predicted)

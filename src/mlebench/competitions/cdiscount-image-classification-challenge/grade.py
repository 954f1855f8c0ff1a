import pandas as pd

from mlebench.grading import Expected, Floats, align, class_numbers, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_rows(submission, expected)
    require_columns(submission, ["_id", "category_id"])
    submission = align(submission, expected, on="_id")
    return class_numbers(submission, "category_id")


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return accuracy(answers["category_id"].to_numpy(), predicted)

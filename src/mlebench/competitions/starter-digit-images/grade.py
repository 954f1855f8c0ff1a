import pandas as pd

from mlebench.grading import Expected, Floats, align, class_numbers, refuse, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", "digit"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    digits = class_numbers(submission, "digit")
    if (digits < 0).any() or (digits > 9).any():
        refuse("Column 'digit' must hold whole numbers from 0 to 9.")
    return digits


def score(digits: Floats, answers: pd.DataFrame) -> float:
    return accuracy(answers["digit"].to_numpy(), digits)

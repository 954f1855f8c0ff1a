import pandas as pd

from mlebench.grading import Expected, Floats, align, class_numbers, refuse, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["PassengerId", "Transported"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="PassengerId")
    if submission["Transported"].dtype.kind not in "biuf":
        refuse("Every value of 'Transported' must be True or False (or 1 or 0), without blanks and other text.")
    return class_numbers(submission, "Transported")


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return accuracy(answers["Transported"].to_numpy(), predicted)

import pandas as pd

from mlebench.grading import align, class_numbers, refuse, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "digit"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    digits = class_numbers(submission, "digit")
    if (digits < 0).any() or (digits > 9).any():
        refuse("Column 'digit' must hold whole numbers from 0 to 9.")
    return accuracy(answers["digit"].to_numpy(), digits)

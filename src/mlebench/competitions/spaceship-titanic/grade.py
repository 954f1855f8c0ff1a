import pandas as pd

from mlebench.grading import align, class_numbers, refuse, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["PassengerId", "Transported"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="PassengerId")
    if submission["Transported"].dtype.kind not in "biuf":
        refuse("Every value of 'Transported' must be True or False (or 1 or 0), without blanks and other text.")
    return accuracy(answers["Transported"].to_numpy(), class_numbers(submission, "Transported"))

import pandas as pd

from mlebench.grading import Expected, Floats, align, listed, numbers, refuse, require_columns, require_rows
from mlebench.metrics.ranking import label_weighted_lrap


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_rows(submission, expected)
    require_columns(submission, expected.columns, exact=True)
    if list(submission.columns) != expected.columns:
        refuse(f"The columns must be in the order of the sample submission: {listed(expected.columns)}.")
    submission = align(submission, expected, on="fname")
    return numbers(submission, expected.columns[1:])


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return label_weighted_lrap(answers.iloc[:, 1:].to_numpy(), predicted)

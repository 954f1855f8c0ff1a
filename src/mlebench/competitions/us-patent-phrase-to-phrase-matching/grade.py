import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, refuse, require_columns, require_rows
from mlebench.metrics.regression import pearson


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_rows(submission, expected)
    require_columns(submission, ["id", "score"])
    submission = align(submission, expected, on="id")
    predicted = numbers(submission, "score")
    if (predicted == predicted[0]).all():
        refuse("All scores are the same, so they have no correlation with anything.")
    return predicted


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return pearson(answers["score"], predicted)

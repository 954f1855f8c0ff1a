import pandas as pd

from mlebench.grading import align, numbers, refuse, require_columns, require_rows
from mlebench.metrics.regression import pearson


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["id", "score"])
    submission = align(submission, answers, on="id")
    predicted = numbers(submission, "score")
    if (predicted == predicted[0]).all():
        refuse("All scores are the same, so they have no correlation with anything.")
    return pearson(answers["score"], predicted)

import pandas as pd

from mlebench.grading import Expected, Floats, align, class_numbers, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["PhraseId", "Sentiment"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="PhraseId")
    return class_numbers(submission, "Sentiment")


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return accuracy(answers["Sentiment"].to_numpy(), predicted)

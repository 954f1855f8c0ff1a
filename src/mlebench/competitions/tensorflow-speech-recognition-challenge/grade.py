import pandas as pd

from mlebench.grading import Expected, align, require_columns, require_rows, text_column
from mlebench.metrics.classification import accuracy


def check(submission: pd.DataFrame, expected: Expected) -> "pd.Series[str]":
    require_rows(submission, expected)
    require_columns(submission, ["fname", "label"])
    submission = align(submission, expected, on="fname")
    return text_column(submission, "label", allow_blank=False)


def score(predicted: "pd.Series[str]", answers: pd.DataFrame) -> float:
    return accuracy(answers["label"].array, predicted.array)

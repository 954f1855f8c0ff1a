import pandas as pd

from mlebench.grading import Expected, Integers, align, cut_numbers, require_columns, require_rows
from mlebench.metrics.classification import macro_f1


def check(submission: pd.DataFrame, expected: Expected) -> Integers:
    require_rows(submission, expected)
    require_columns(submission, ["Id", "Predicted"])
    submission = align(submission, expected, on="Id")
    return cut_numbers(submission, "Predicted")


def score(predicted: Integers, answers: pd.DataFrame) -> float:
    return macro_f1(answers["Predicted"].to_numpy(), predicted)

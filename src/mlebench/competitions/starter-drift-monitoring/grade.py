import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import average_precision


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["batch_id", "drifted"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="batch_id")
    return numbers(submission, "drifted")


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return average_precision(answers["drifted"].to_numpy(), predicted)

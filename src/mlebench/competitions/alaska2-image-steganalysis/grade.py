import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import weighted_roc_auc


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["Id", "Label"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="Id")
    return numbers(submission, "Label")


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return weighted_roc_auc(answers["Label"].to_numpy(), predicted)

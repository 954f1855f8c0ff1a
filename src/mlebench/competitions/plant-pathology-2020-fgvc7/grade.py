import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import mean_column_roc_auc

CLASSES = ["healthy", "multiple_diseases", "rust", "scab"]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["image_id", *CLASSES], exact=True)
    require_rows(submission, expected)
    submission = align(submission, expected, on="image_id")
    return numbers(submission, CLASSES)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return mean_column_roc_auc(answers[CLASSES].to_numpy(), predicted)

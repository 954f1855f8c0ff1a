import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import mean_column_roc_auc

SCORED = [
    "ETT - Abnormal",
    "ETT - Borderline",
    "ETT - Normal",
    "NGT - Abnormal",
    "NGT - Borderline",
    "NGT - Incompletely Imaged",
    "NGT - Normal",
    "CVC - Abnormal",
    "CVC - Borderline",
]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["StudyInstanceUID", *SCORED])
    require_rows(submission, expected)
    submission = align(submission, expected, on="StudyInstanceUID")
    return numbers(submission, SCORED, low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return mean_column_roc_auc(answers[SCORED].to_numpy(), predicted)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["StudyInstanceUID", *SCORED]]

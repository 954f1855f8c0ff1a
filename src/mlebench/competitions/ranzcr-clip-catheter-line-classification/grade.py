import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
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


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["StudyInstanceUID", *SCORED])
    require_rows(submission, answers)
    submission = align(submission, answers, on="StudyInstanceUID")
    return mean_column_roc_auc(answers[SCORED].to_numpy(), numbers(submission, SCORED, low=0, high=1))


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["StudyInstanceUID", *SCORED]]

import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import mean_column_roc_auc

CLASSES = ["healthy", "multiple_diseases", "rust", "scab"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["image_id", *CLASSES], exact=True)
    require_rows(submission, answers)
    submission = align(submission, answers, on="image_id")
    return mean_column_roc_auc(answers[CLASSES].to_numpy(), numbers(submission, CLASSES))

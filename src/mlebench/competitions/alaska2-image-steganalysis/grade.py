import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import weighted_roc_auc


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["Id", "Label"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="Id")
    return weighted_roc_auc(answers["Label"].to_numpy(), numbers(submission, "Label"))

import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.regression import rmse


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["Id", "Pawpularity"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="Id")
    return rmse(answers["Pawpularity"].to_numpy(), numbers(submission, "Pawpularity", low=1, high=100))

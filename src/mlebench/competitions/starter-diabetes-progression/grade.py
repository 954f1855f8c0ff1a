import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.regression import rmse


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "progression"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    return rmse(answers["progression"].to_numpy(float), numbers(submission, "progression"))

import pandas as pd

from mlebench.grading import align, cut_numbers, require_columns, require_rows
from mlebench.metrics.classification import macro_f1


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["Id", "Predicted"])
    submission = align(submission, answers, on="Id")
    return macro_f1(answers["Predicted"].to_numpy(), cut_numbers(submission, "Predicted"))

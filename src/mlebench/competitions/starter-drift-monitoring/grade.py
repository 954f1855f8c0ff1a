import pandas as pd

from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import average_precision


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["batch_id", "drifted"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="batch_id")
    return average_precision(answers["drifted"].to_numpy(), numbers(submission, "drifted"))

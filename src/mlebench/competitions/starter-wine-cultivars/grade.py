import pandas as pd

from mlebench.grading import align, numbers, probability_rows, require_columns, require_rows
from mlebench.metrics.classification import multiclass_log_loss

CULTIVARS = ["cultivar_1", "cultivar_2", "cultivar_3"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", *CULTIVARS])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    predicted = probability_rows(numbers(submission, CULTIVARS, low=0, high=1), tolerance=1e-3)
    return multiclass_log_loss(answers[CULTIVARS].to_numpy(float), predicted)

import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, probability_rows, require_columns, require_rows
from mlebench.metrics.classification import multiclass_log_loss

CULTIVARS = ["cultivar_1", "cultivar_2", "cultivar_3"]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", *CULTIVARS])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    return probability_rows(numbers(submission, CULTIVARS, low=0, high=1), tolerance=1e-3)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return multiclass_log_loss(answers[CULTIVARS].to_numpy(float), predicted)

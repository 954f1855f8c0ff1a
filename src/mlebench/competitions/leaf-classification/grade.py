import pandas as pd

from mlebench.grading import Expected, align, numbers, probability_rows, require_columns, require_rows
from mlebench.metrics.classification import multiclass_log_loss


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    species = [name for name in expected.columns if name != "id"]
    require_columns(submission, ["id", *species], exact=True)
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    predicted = probability_rows(numbers(submission, species, low=0, high=1), tolerance=1e-6 + 1e-5)
    return pd.DataFrame(predicted, columns=species, copy=False)


def score(predicted: pd.DataFrame, answers: pd.DataFrame) -> float:
    return multiclass_log_loss(answers[predicted.columns].to_numpy(float), predicted.to_numpy())

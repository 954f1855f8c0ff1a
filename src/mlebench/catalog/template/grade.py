import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns
from mlebench.metrics.classification import roc_auc


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    """Refuse what breaks a rule, by public facts only: the validator has no answers."""
    require_columns(submission, ["id", "target"])
    submission = align(submission, expected, on="id")
    return numbers(submission, "target", low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    """The answers come in the order of the expected rows."""
    return roc_auc(answers["target"].to_numpy(), predicted)

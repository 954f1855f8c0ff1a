import numpy as np
import pandas as pd

from mlebench.grading import Expected, align, require_columns, require_rows, texts
from mlebench.metrics.classification import accuracy


def check(submission: pd.DataFrame, expected: Expected) -> list[str]:
    require_rows(submission, expected)
    require_columns(submission, ["fname", "label"])
    submission = align(submission, expected, on="fname")
    return texts(submission, "label", allow_blank=False)


def score(predicted: list[str], answers: pd.DataFrame) -> float:
    return accuracy(answers["label"].to_numpy(object), np.array(predicted, dtype=object))

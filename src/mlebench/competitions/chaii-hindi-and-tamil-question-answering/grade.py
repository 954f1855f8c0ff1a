import numpy as np
import pandas as pd

from mlebench.grading import Expected, align, require_columns, require_rows, texts
from mlebench.metrics.text import word_jaccard


def check(submission: pd.DataFrame, expected: Expected) -> list[str]:
    require_rows(submission, expected)
    require_columns(submission, ["id", "PredictionString"])
    submission = align(submission, expected, on="id")
    return texts(submission, "PredictionString")


def score(predicted: list[str], answers: pd.DataFrame) -> float:
    truth = texts(answers, "PredictionString", allow_numbers=True)
    return float(np.nan_to_num(word_jaccard(truth, predicted), nan=0.0).mean())

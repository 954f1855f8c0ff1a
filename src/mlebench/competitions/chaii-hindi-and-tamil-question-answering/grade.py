import numpy as np
import pandas as pd

from mlebench.grading import align, require_columns, require_rows, texts
from mlebench.metrics.text import word_jaccard


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["id", "PredictionString"])
    submission = align(submission, answers, on="id")
    truth = texts(answers, "PredictionString", allow_numbers=True)
    scores = word_jaccard(truth, texts(submission, "PredictionString"))
    return float(np.nan_to_num(scores, nan=0.0).mean())

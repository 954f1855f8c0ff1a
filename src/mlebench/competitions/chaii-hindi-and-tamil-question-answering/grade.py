import numpy as np
import pandas as pd

from mlebench.grading import Expected, Words, align, require_columns, require_rows, text_column, word_jaccard, words


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_rows(submission, expected)
    require_columns(submission, ["id", "PredictionString"])
    submission = align(submission, expected, on="id")
    return words(text_column(submission, "PredictionString"))


def score(predicted: Words, answers: pd.DataFrame) -> float:
    truth = words(text_column(answers, "PredictionString", allow_numbers=True))
    return float(np.nan_to_num(word_jaccard(truth, predicted, rows=len(answers)), nan=0.0).mean())

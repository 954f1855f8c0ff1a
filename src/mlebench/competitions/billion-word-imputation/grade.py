import pandas as pd

from mlebench.grading import align, require_columns, require_rows, texts
from mlebench.metrics.text import levenshtein


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "sentence"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    predicted = texts(submission, "sentence", allow_blank=False)
    return float(levenshtein(answers["sentence"].tolist(), predicted).mean())

import numpy as np
import pandas as pd

from mlebench.grading import align, refuse, require_columns, require_rows, texts
from mlebench.metrics.text import word_jaccard


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["textID", "selected_text"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="textID")
    truth = texts(answers, "selected_text", allow_numbers=True)
    scores = word_jaccard(truth, texts(submission, "selected_text", allow_numbers=True))
    if np.isnan(scores).any():
        # Where neither side has a word v1 divides by zero. The message must not tell which answers are blank.
        refuse("Each 'selected_text' must have at least one word; 'nan', 'null' and the like count as blank.")
    return float(scores.mean())


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["textID", "selected_text"]]

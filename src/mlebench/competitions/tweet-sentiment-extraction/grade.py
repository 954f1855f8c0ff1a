import numpy as np
import pandas as pd

from mlebench.grading import Expected, align, refuse, require_columns, require_rows, row_of_file, texts, warn
from mlebench.metrics.text import word_jaccard


def check(submission: pd.DataFrame, expected: Expected) -> list[str]:
    require_columns(submission, ["textID", "selected_text"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="textID")
    predicted = texts(submission, "selected_text", allow_numbers=True)
    blank = [row for row, text in enumerate(predicted) if not text.strip()]
    if blank:
        warn(
            f"{len(blank)} cells of 'selected_text' have no word ('nan', 'null' and the like count as blank), the "
            f"first in row {row_of_file(submission, blank[0])}: refused if the answer has none either."
        )
    return predicted


def score(predicted: list[str], answers: pd.DataFrame) -> float:
    scores = word_jaccard(texts(answers, "selected_text", allow_numbers=True), predicted)
    if np.isnan(scores).any():
        # Where neither side has a word v1 divides by zero. The message must not tell which answers are blank.
        refuse("Each 'selected_text' must have at least one word; 'nan', 'null' and the like count as blank.")
    return float(scores.mean())


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["textID", "selected_text"]]

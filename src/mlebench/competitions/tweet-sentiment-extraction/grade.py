import numpy as np
import pandas as pd

from mlebench.grading import (
    Expected,
    Words,
    align,
    refuse,
    require_columns,
    require_rows,
    row_of_file,
    text_column,
    warn,
    word_jaccard,
    words,
)


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["textID", "selected_text"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="textID")
    predicted = words(text_column(submission, "selected_text", allow_numbers=True))
    blank = np.flatnonzero(np.bincount(predicted.row, minlength=len(submission)) == 0)
    if len(blank):
        warn(
            f"{len(blank)} cells of 'selected_text' have no word ('nan', 'null' and the like count as blank), the "
            f"first in row {row_of_file(submission, blank[0])}: refused if the answer has none either."
        )
    return predicted


def score(predicted: Words, answers: pd.DataFrame) -> float:
    truth = words(text_column(answers, "selected_text", allow_numbers=True))
    scores = word_jaccard(truth, predicted, rows=len(answers))
    if np.isnan(scores).any():
        # Where neither side has a word v1 divides by zero. The message must not tell which answers are blank.
        refuse("Each 'selected_text' must have at least one word; 'nan', 'null' and the like count as blank.")
    return float(scores.mean())


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["textID", "selected_text"]]

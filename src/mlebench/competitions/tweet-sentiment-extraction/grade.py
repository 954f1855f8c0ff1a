import numpy as np
import pandas as pd

from mlebench.grading import (
    Expected,
    align,
    in_pieces,
    refuse,
    require_columns,
    require_rows,
    row_of_file,
    text_column,
    warn,
    word_jaccard,
    words,
)


def check(submission: pd.DataFrame, expected: Expected) -> "pd.Series[str]":
    require_columns(submission, ["textID", "selected_text"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="textID")
    predicted = text_column(submission, "selected_text", allow_numbers=True)
    counts = [np.bincount(words(cells).row, minlength=len(cells)) for cells in in_pieces(predicted)]
    blank = np.flatnonzero(np.concatenate(counts) == 0)
    if len(blank):
        warn(
            f"{len(blank)} cells of 'selected_text' have no word ('nan', 'null' and the like count as blank), the "
            f"first in row {row_of_file(submission, blank[0])}: refused if the answer has none either."
        )
    return predicted


def score(predicted: "pd.Series[str]", answers: pd.DataFrame) -> float:
    truth = text_column(answers, "selected_text", allow_numbers=True)
    pieces = zip(in_pieces(truth), in_pieces(predicted), strict=True)
    scores = np.concatenate([word_jaccard(words(a), words(b), rows=len(a)) for a, b in pieces])
    if np.isnan(scores).any():
        # Where neither side has a word v1 divides by zero. The message must not tell which answers are blank.
        refuse("Each 'selected_text' must have at least one word; 'nan', 'null' and the like count as blank.")
    return float(scores.mean())


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["textID", "selected_text"]]

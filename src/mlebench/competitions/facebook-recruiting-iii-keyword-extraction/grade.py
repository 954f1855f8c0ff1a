from pathlib import Path

import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, Words, align, f1_of_known, require_columns, require_rows, text_column, words


def read_answers(path: Path) -> pd.DataFrame:
    """Without the questions, which are nearly all of the file."""
    return read_csv(path, usecols=["Id", "Tags"])


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["Id", "Tags"])
    require_rows(submission, expected)
    return words(text_column(align(submission, expected, on="Id"), "Tags"))


def score(predicted: Words, answers: pd.DataFrame) -> float:
    return f1_of_known(words(text_column(answers, "Tags", allow_numbers=True)), predicted, "Tags")

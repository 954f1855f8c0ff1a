from pathlib import Path

import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, Floats, align, class_numbers, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def read_answers(path: Path) -> pd.DataFrame:
    return read_csv(path, usecols=["Id", "Cover_Type"])


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["Id", "Cover_Type"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="Id")
    return class_numbers(submission, "Cover_Type")


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return accuracy(answers["Cover_Type"].to_numpy(), predicted)

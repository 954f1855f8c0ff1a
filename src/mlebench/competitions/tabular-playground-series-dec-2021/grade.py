from pathlib import Path

import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import align, class_numbers, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def read_answers(path: Path) -> pd.DataFrame:
    return read_csv(path, usecols=["Id", "Cover_Type"])


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["Id", "Cover_Type"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="Id")
    return accuracy(answers["Cover_Type"].to_numpy(), class_numbers(submission, "Cover_Type"))

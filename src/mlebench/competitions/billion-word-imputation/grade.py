from pathlib import Path

import pandas as pd

from mlebench.data import ZipMember, read_csv
from mlebench.grading import Expected, align, edit_distances, require_columns, require_rows, text_column


def expect(public: Path) -> pd.DataFrame:
    return read_csv(ZipMember(public / "test_v2.txt.zip", "test_v2.txt"), usecols=["id"])


def check(submission: pd.DataFrame, expected: Expected) -> "pd.Series[str]":
    require_columns(submission, ["id", "sentence"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    return text_column(submission, "sentence", allow_blank=False)


def score(predicted: "pd.Series[str]", answers: pd.DataFrame) -> float:
    return float(edit_distances(answers["sentence"], predicted).mean())

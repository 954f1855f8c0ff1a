from pathlib import Path

import pandas as pd

from mlebench.data import ZipMember, read_csv
from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc


def expect(public: Path) -> pd.DataFrame:
    return read_csv(ZipMember(public / "sample_submission.csv.zip", "sample_submission.csv"), usecols=["name"])


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["name", "invasive"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="name")
    return numbers(submission, "invasive", low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return roc_auc(answers["invasive"].to_numpy(), predicted)

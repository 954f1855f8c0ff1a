from pathlib import Path

import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc


def read_answers(path: Path) -> pd.DataFrame:
    return read_csv(path, usecols=["id", "target"])


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "target"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    return roc_auc(answers["target"].to_numpy(), numbers(submission, "target", low=0, high=1))

from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, split_groups
from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import mean_column_roc_auc

from .grade import SCORED
from .prepare import write_parts

LABELS = [*SCORED, "CVC - Normal", "Swan Ganz Catheter Present"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_groups(read_csv(raw / "train.csv"), by="PatientID", test_size=0.1)
    write_parts(raw, public, private, train, test, LABELS)


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["StudyInstanceUID", *LABELS])
    require_rows(submission, expected)
    return numbers(align(submission, expected, on="StudyInstanceUID"), LABELS, low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return mean_column_roc_auc(answers[LABELS].to_numpy(), predicted)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["StudyInstanceUID", *LABELS]]

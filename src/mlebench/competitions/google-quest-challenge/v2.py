from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, split_groups
from mlebench.grading import Expected, align, numbers, require_columns

from .grade import check as check_v1
from .prepare import RARE, write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    """Questions with all their answers; the first division in which the rare type of question is on both sides."""
    table = read_csv(raw / "train.csv")
    divisions = (split_groups(table, by="url", test_size=0.1, seed=seed) for seed in range(100))
    write_parts(public, private, *next(parts for parts in divisions if min(part[RARE].nunique() for part in parts) > 1))


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_columns(submission, expected.columns, exact=True)
    submission = align(submission, expected, on=expected.columns[0])
    numbers(submission, expected.columns[1:], low=0, high=1)  # refuses what v1 would rank as text
    return check_v1(submission, expected)

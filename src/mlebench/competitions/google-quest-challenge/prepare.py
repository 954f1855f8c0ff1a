from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import DataError, read_csv, split_rows, write_csv

INPUTS = 11
RARE = "question_type_spelling"


def prepare(raw: Path, public: Path, private: Path) -> None:
    table = read_csv(raw / "train.csv")
    train, test = split_rows(table, test_size=0.1)
    if test[RARE].nunique() == 1:
        train, test = with_a_rare_row(table, train, test)
    write_parts(public, private, train, test)


def write_parts(public: Path, private: Path, train: pd.DataFrame, test: pd.DataFrame) -> None:
    targets = list(train.columns[INPUTS:])
    answers = test[["qa_id", *targets]]

    write_csv(train, public / "train.csv")
    write_csv(test.drop(columns=targets), public / "test.csv")
    write_csv(answers, private / "test.csv")
    ramp = np.linspace(0, 1, len(test))
    write_csv(answers.assign(**dict.fromkeys(targets, ramp)), public / "sample_submission.csv")


def with_a_rare_row(table: pd.DataFrame, train: pd.DataFrame, test: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Exchange the first test row for the first training row with a spelling question.

    A constant column has no rank correlation.
    """
    rare = np.flatnonzero(train[RARE] != 0)
    if not len(rare):
        raise DataError(f"train.csv has no row with a {RARE} other than 0.")
    train_rows, test_rows = train.index.to_list(), test.index.to_list()
    train_rows[rare[0]], test_rows[0] = test_rows[0], train_rows[rare[0]]
    return table.loc[train_rows], table.loc[test_rows]

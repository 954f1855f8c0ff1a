from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, remove_copies, write_csv
from mlebench.grading import Expected, Words, require_columns, single_spaced

from .grade import check as check_v1
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    copies = remove_copies(public / "train", of=public / "test")
    train, answers = read_csv(public / "train.csv"), read_csv(private / "test.csv")
    train = train[~train["Image"].isin(copies)]
    write_csv(train, public / "train.csv")
    # A whale without a training picture is a new one.
    write_csv(
        answers.assign(Id=answers["Id"].where(answers["Id"].isin(train["Id"]), "new_whale")), private / "test.csv"
    )


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["Image", "Id"])
    return check_v1(single_spaced(submission[["Image", "Id"]], "Id"), expected)

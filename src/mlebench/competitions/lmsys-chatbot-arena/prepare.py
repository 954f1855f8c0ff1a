from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, split_rows, write_csv

from .grade import WINNERS


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(public, private, *split_rows(read_csv(raw / "train.csv"), test_size=0.1))


def write_parts(public: Path, private: Path, train: pd.DataFrame, test: pd.DataFrame) -> None:
    write_csv(train, public / "train.csv")
    write_csv(test, private / "answers.csv")
    write_csv(test[["id", "prompt", "response_a", "response_b"]], public / "test.csv")
    write_csv(test[["id"]].assign(**dict.fromkeys(WINNERS, 1 / 3)), public / "sample_submission.csv")

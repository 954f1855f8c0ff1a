from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(public, private, *split_rows(read_csv(raw / "train.csv"), test_size=0.1))


def write_parts(public: Path, private: Path, train: pd.DataFrame, test: pd.DataFrame) -> None:
    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test.drop(columns="selected_text"), public / "test.csv")
    write_csv(test[["textID"]].assign(selected_text=""), public / "sample_submission.csv")

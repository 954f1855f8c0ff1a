from pathlib import Path

import pandas as pd

from mlebench.data import place_folders, read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(raw, public, private, read_csv(raw / "train_labels.csv", dtype={"BraTS21ID": str}))


def write_parts(raw: Path, public: Path, private: Path, table: pd.DataFrame) -> None:
    train, test = split_rows(table, test_size=0.1)
    write_csv(train, public / "train_labels.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["BraTS21ID"]].assign(MGMT_value=0.5), public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        place_folders(raw / "train", part["BraTS21ID"], public / name)

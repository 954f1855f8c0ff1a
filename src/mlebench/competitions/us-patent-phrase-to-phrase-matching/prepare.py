from pathlib import Path

from mlebench.data import read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(raw / "train.csv"), test_size=0.1)

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test.drop(columns="score"), public / "test.csv")
    write_csv(test[["id"]].assign(score=0), public / "sample_submission.csv")

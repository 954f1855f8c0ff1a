from pathlib import Path

from mlebench.data import split_csv, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    test = split_csv(raw / "train.csv", public / "train.csv", private / "test.csv", test_size=0.1)

    write_csv(test.drop(columns="Cover_Type"), public / "test.csv")
    write_csv(test[["Id"]].assign(Cover_Type=2), public / "sample_submission.csv")

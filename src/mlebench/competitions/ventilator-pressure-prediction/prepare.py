from pathlib import Path

from mlebench.data import read_csv, split_sorted_groups, write_csv

DIGITS = 10


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_sorted_groups(read_csv(raw / "train.csv"), "breath_id", test_size=0.1)
    write_csv(train.assign(id=range(1, len(train) + 1)), public / "train.csv", digits=DIGITS)
    del train
    test = test.assign(id=range(1, len(test) + 1))
    write_csv(test, private / "test.csv", digits=DIGITS)
    write_csv(test.drop(columns="pressure"), public / "test.csv", digits=DIGITS)
    write_csv(test[["id"]].assign(pressure=0), public / "sample_submission.csv")

from pathlib import Path

from mlebench.data import read_csv, split_rows, write_csv

TEST_ROWS = 100_000


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(raw / "train.csv"), test_size=TEST_ROWS)
    train["id"] = range(len(train))
    test["id"] = range(len(train), len(train) + len(test))

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["id", "target"]], private / "gold_submission.csv")
    write_csv(test.drop(columns="target"), public / "test.csv")
    write_csv(test[["id"]].assign(target=0.5), public / "sample_submission.csv")

from pathlib import Path

from mlebench.data import read_csv, shuffled_ids, split_rows, write_csv

SEED = 13
TEST_ROWS = 220


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = shuffled_ids(*split_rows(read_csv(raw / "patients.csv"), TEST_ROWS, seed=SEED), seed=SEED)

    write_csv(train, public / "train.csv")
    write_csv(test.drop(columns="progression"), public / "test.csv")
    write_csv(test[["id", "progression"]], private / "test.csv")
    write_csv(test[["id"]].assign(progression=100.0), public / "sample_submission.csv")

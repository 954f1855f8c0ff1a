from pathlib import Path

from mlebench.data import read_csv, shuffled_ids, split_rows, write_csv

SEED = 11
TEST_ROWS = 369


def prepare(raw: Path, public: Path, private: Path) -> None:
    tumours = read_csv(raw / "tumours.csv")
    train, test = shuffled_ids(*split_rows(tumours, TEST_ROWS, seed=SEED, stratify=tumours["malignant"]), seed=SEED)

    write_csv(train, public / "train.csv")
    write_csv(test.drop(columns="malignant"), public / "test.csv")
    write_csv(test[["id", "malignant"]], private / "test.csv")
    write_csv(test[["id"]].assign(malignant=0.5), public / "sample_submission.csv")

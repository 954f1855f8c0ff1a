from pathlib import Path

from mlebench.data import place, split_csv, write_csv

TEST_ROWS = 9914


def prepare(raw: Path, public: Path, private: Path) -> None:
    test = split_csv(raw / "train.csv", public / "labels.csv", private / "test.csv", test_size=TEST_ROWS)

    write_csv(test.drop(columns="fare_amount"), public / "test.csv")
    write_csv(test[["key"]].assign(fare_amount=11.35), public / "sample_submission.csv")
    place(raw / "GCP-Coupons-Instructions.rtf", public / "GCP-Coupons-Instructions.rtf")

from pathlib import Path

from mlebench.data import place_named, read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(raw / "train.csv"), test_size=0.1)

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test.assign(time_to_eruption=0), public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        place_named(raw / "train", part["segment_id"].astype(str) + ".csv", public / name)

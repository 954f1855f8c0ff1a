from pathlib import Path

from mlebench.data import place, place_named, read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(raw / "train.csv"), test_size=0.15)

    write_csv(train, public / "train.csv")
    write_csv(test, private / "answers.csv")
    write_csv(test.assign(attribute_ids="0 1 2"), public / "sample_submission.csv")
    place(raw / "labels.csv", public / "labels.csv")
    for name, part in (("train", train), ("test", test)):
        place_named(raw / "train", part["id"] + ".png", public / name)

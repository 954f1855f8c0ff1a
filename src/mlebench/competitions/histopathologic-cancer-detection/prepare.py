import os
from pathlib import Path

from mlebench.data import place_named, read_csv, split_groups, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    labels = read_csv(raw / "train_labels.csv")
    kaggle_tests = sum(entry.name.endswith(".tif") for entry in os.scandir(raw / "test"))
    train, test = split_groups(labels, by="id", test_size=kaggle_tests / (len(labels) + kaggle_tests))

    write_csv(train, public / "train_labels.csv")
    write_csv(test, private / "answers.csv")
    write_csv(test.assign(label=0), public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        place_named(raw / "train", part["id"] + ".tif", public / name)

from pathlib import Path

import pandas as pd

from mlebench.data import place_named, read_csv, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(raw, public, private, read_csv(raw / "train.csv"))


def write_parts(raw: Path, public: Path, private: Path, table: pd.DataFrame) -> None:
    train, test = split_rows(table, test_size=0.25)
    images, train_paths = raw / "train_images", train["label"] + "/" + train["image_id"]

    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["image_id"]].assign(label=None), public / "sample_submission.csv")
    place_named(images, train_paths, public / "train_images")
    place_named(images, test["label"] + "/" + test["image_id"], public / "test_images", test["image_id"])

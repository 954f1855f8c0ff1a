from pathlib import Path

import pandas as pd

from mlebench.data import place_named, read_csv, split_rows, write_csv

LISTED_TWICE = "ce27d36c9147cc19.jpg"
SAMPLE = "36363 53586 18807 64314 60181"


def prepare(raw: Path, public: Path, private: Path) -> None:
    table = read_csv(raw / "train.csv")
    write_parts(raw, public, private, *split_rows(table[table["image"] != LISTED_TWICE], test_size=0.1))


def write_parts(raw: Path, public: Path, private: Path, train: pd.DataFrame, test: pd.DataFrame) -> None:
    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test[["image"]].assign(hotel_id=SAMPLE), public / "sample_submission.csv")
    images = raw / "train_images"
    place_named(images, train["chain"].astype("str") + "/" + train["image"], public / "train_images")
    place_named(images, test["chain"].astype("str") + "/" + test["image"], public / "test_images", test["image"])

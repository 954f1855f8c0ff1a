from pathlib import Path

import pandas as pd

from mlebench.data import place, read_csv, repack, split_rows, write_csv


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(raw, public, private, *split_rows(read_csv(raw / "train.csv"), test_size=0.1))


def write_parts(raw: Path, public: Path, private: Path, train: pd.DataFrame, test: pd.DataFrame) -> None:
    write_csv(train, public / "train.csv")
    write_csv(test, private / "test.csv")
    write_csv(test.assign(labels="U+003F 1 1 U+FF2F 2 2"), public / "sample_submission.csv")
    write_csv(test.assign(labels=test["labels"].map(_points_in_boxes)), private / "gold_submission.csv")
    place(raw / "unicode_translation.csv", public / "unicode_translation.csv")
    for name, part in (("train_images.zip", train), ("test_images.zip", test)):
        images = sorted(f"{page}.jpg" for page in part["image_id"])
        repack(raw / "train_images.zip", {image: image for image in images}, public / name)


def _points_in_boxes(labels: str) -> str:
    """`class x y w h` of each box becomes `class x+1 y+1`, a point inside it."""
    words = labels.split(" ")
    boxes = zip(words[0::5], words[1::5], words[2::5], strict=True)
    return " ".join(f"{name} {int(x) + 1} {int(y) + 1}" for name, x, y in boxes)

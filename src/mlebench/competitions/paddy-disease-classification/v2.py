from pathlib import Path

import pandas as pd

from mlebench.data import by_content, read_csv, write_csv
from mlebench.grading import Expected, quietly, refuse_unknown

from .grade import CLASSES
from .grade import check as check_v1
from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    table = read_csv(raw / "train.csv")
    files = [raw / "train_images" / label / name for label, name in zip(table["label"], table["image_id"], strict=True)]
    write_parts(raw, public, private, by_content(table, files))
    sample = read_csv(public / "sample_submission.csv")
    write_csv(sample.assign(label="normal"), public / "sample_submission.csv")


def check(submission: pd.DataFrame, expected: Expected) -> "pd.Series[str]":
    labels = quietly(check_v1, submission, expected)
    refuse_unknown(labels.unique(), CLASSES, "label")
    return labels

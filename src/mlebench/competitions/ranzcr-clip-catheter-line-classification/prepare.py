from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from mlebench.data import place_named, read_csv, split_rows, write_csv

from .grade import SCORED


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_rows(read_csv(raw / "train.csv"), test_size=0.1)
    write_parts(raw, public, private, train, test, SCORED)


def write_parts(
    raw: Path, public: Path, private: Path, train: pd.DataFrame, test: pd.DataFrame, labels: Sequence[str]
) -> None:
    annotations = read_csv(raw / "train_annotations.csv")
    of_train = annotations["StudyInstanceUID"].isin(train["StudyInstanceUID"])
    sample = test[["StudyInstanceUID"]].assign(**dict.fromkeys(labels, 0))

    write_csv(train, public / "train.csv")
    write_csv(annotations[of_train], public / "train_annotations.csv")
    write_csv(test, private / "test.csv")
    write_csv(sample, public / "sample_submission.csv")
    for name, part in (("train", train), ("test", test)):
        place_named(raw / "train", part["StudyInstanceUID"] + ".jpg", public / name)

from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, remove_copies, write_csv
from mlebench.grading import Expected, Words, mean_f1, quietly, refuse_unknown, words

from .grade import CLASSES
from .grade import check as check_v1
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    copies = remove_copies(public / "train_images", of=public / "test_images")
    train = read_csv(public / "train.csv")
    write_csv(train[~train["image"].isin(copies)], public / "train.csv")


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    predicted = quietly(check_v1, submission, expected)
    refuse_unknown(predicted.names, CLASSES, "labels")
    return predicted


def score(predicted: Words, answers: pd.DataFrame) -> float:
    return mean_f1(words(answers["labels"]), predicted, rows=len(answers))

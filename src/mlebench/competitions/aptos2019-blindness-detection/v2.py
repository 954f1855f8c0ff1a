from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import read_csv, remove_copies, write_csv
from mlebench.grading import Expected, Floats, quietly, refuse
from mlebench.metrics.classification import kappa_on_scale

from .grade import GRADES
from .grade import check as check_v1
from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    copies = remove_copies(public / "train_images", of=public / "test_images")
    train = read_csv(public / "train.csv")
    write_csv(train[~(train["id_code"] + ".png").isin(copies)], public / "train.csv")


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    predicted = quietly(check_v1, submission, expected)
    if not np.isin(predicted, GRADES).all():
        refuse("Every 'diagnosis' must be 0, 1, 2, 3 or 4.")
    return predicted


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return kappa_on_scale(answers["diagnosis"], predicted)

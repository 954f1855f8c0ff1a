from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import read_csv, write_csv
from mlebench.grading import Expected, Integers, align, class_numbers, require_columns, require_rows
from mlebench.metrics.classification import macro_f1

from .prepare import prepare as prepare_v1


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_v1(raw, public, private)
    path = public / "sample_submission.csv"
    write_csv(read_csv(path)[["Id", "Category"]], path)


def check(submission: pd.DataFrame, expected: Expected) -> Integers:
    require_columns(submission, ["Id", "Category"])
    require_rows(submission, expected)
    return class_numbers(align(submission, expected, on="Id"), "Category").astype(np.int64)


def score(predicted: Integers, answers: pd.DataFrame) -> float:
    """The mean is over the classes of the answers: what else is predicted is missing in those."""
    truth = answers["Category"].to_numpy()
    classes = np.unique(truth).size
    return macro_f1(truth, predicted) * np.union1d(truth, predicted).size / classes

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data import read_csv, split_groups
from mlebench.grading import Expected, align, numbers, require_columns

from .grade import VOTES
from .grade import check as check_v1
from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    train, test = split_groups(read_csv(raw / "train.csv"), by="patient_id", test_size=0.1)
    write_parts(raw, public, private, train, test.drop_duplicates("eeg_id"))


def check(submission: pd.DataFrame, expected: Expected) -> npt.NDArray[np.float64]:
    require_columns(submission, ["eeg_id", *VOTES])
    submission = align(submission, expected, on="eeg_id")
    numbers(submission, VOTES)  # refuses blanks, whose loss v1 skips
    return check_v1(submission[["eeg_id", *VOTES]], expected)

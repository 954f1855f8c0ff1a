from pathlib import Path

import pandas as pd

from mlebench.data import read_csv, split_groups
from mlebench.grading import Expected, Floats, rescaled

from .grade import WINNERS
from .grade import check as check_v1
from .prepare import write_parts


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(public, private, *split_groups(read_csv(raw / "train.csv"), by="prompt", test_size=0.1))


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    return check_v1(rescaled(submission, WINNERS), expected)

from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, Floats, align, numbers_at, require_columns, require_rows
from mlebench.metrics.regression import mae


def expect(public: Path) -> pd.DataFrame:
    return read_csv(public / "test.csv", usecols=["id", "u_out"])


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", "pressure"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    # Breathing out is not scored, and v1 does not look at what stands there.
    return numbers_at(submission, "pressure", np.flatnonzero(expected.rows["u_out"] == 0))


def score(breathing_in: Floats, answers: pd.DataFrame) -> float:
    return mae(answers["pressure"].to_numpy()[answers["u_out"] == 0], breathing_in)

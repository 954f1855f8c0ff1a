from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.grading import Expected, Integers, align, class_numbers, require_columns, require_rows

from .prepare import prepare_with


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, anonymous=True)


def check(submission: pd.DataFrame, expected: Expected) -> Integers:
    require_columns(submission, ["Id", "Predicted"])
    require_rows(submission, expected)
    return class_numbers(align(submission, expected, on="Id"), "Predicted").astype(np.int64)

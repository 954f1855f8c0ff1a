from typing import Any

import numpy as np
import pandas as pd

from mlebench.grading import Expected, align, require_columns, require_rows, warn
from mlebench.metrics.text import levenshtein

ROWS_AT_ONCE = 1 << 15


def check(submission: pd.DataFrame, expected: Expected) -> "pd.Series[Any]":
    require_rows(submission, expected)
    require_columns(submission, ["image_id", "InChI"])
    submission = align(submission, expected, on="image_id")
    blank = int(submission["InChI"].isna().sum())
    if blank:
        warn(f"{blank} cells of 'InChI' are blank; they were compared as the word 'nan'.")
    # Numbers are compared as pandas prints them.
    return submission["InChI"].astype("str").fillna("nan")


def score(predicted: "pd.Series[Any]", answers: pd.DataFrame) -> float:
    pieces = [slice(start, start + ROWS_AT_ONCE) for start in range(0, len(answers), ROWS_AT_ONCE)]
    distances = [levenshtein(answers["InChI"].iloc[rows].to_list(), predicted.iloc[rows].to_list()) for rows in pieces]
    return float(np.concatenate(distances).mean())

from typing import Any

import pandas as pd

from mlebench.grading import Expected, align, edit_distances, require_columns, require_rows, warn


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
    return float(edit_distances(answers["InChI"], predicted).mean())

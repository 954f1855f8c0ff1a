import pandas as pd

from mlebench.grading import Expected, align, numbers, require_columns

from .grade import LABELS
from .grade import check as check_v1


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_columns(submission, ["id", *LABELS])
    submission = align(submission, expected, on="id")
    numbers(submission, LABELS)  # in rows that are not scored too
    ordered = submission[["id", *LABELS]]
    ordered.attrs = submission.attrs  # which rows of the file these are, for messages
    return check_v1(ordered, expected)

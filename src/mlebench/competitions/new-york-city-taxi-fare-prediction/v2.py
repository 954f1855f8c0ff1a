import pandas as pd

from mlebench.grading import Expected, Floats, align

from .grade import check as check_v1


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    """In the order of the test set v1 pairs the right rows."""
    return check_v1(align(submission, expected, on="key"), expected)

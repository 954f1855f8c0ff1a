import pandas as pd

from mlebench.grading import Expected, Floats, rescaled

from .grade import AUTHORS
from .grade import check as check_v1


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    return check_v1(rescaled(submission, AUTHORS), expected)

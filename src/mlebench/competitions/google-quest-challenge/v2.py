import pandas as pd

from mlebench.grading import Expected, align, numbers, require_columns

from .grade import check as check_v1


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_columns(submission, expected.columns, exact=True)
    submission = align(submission, expected, on=expected.columns[0])
    numbers(submission, expected.columns[1:], low=0, high=1)  # refuses what v1 would rank as text
    return check_v1(submission, expected)

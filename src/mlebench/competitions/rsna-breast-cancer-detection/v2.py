import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["prediction_id", "cancer"])
    require_rows(submission, expected)
    return numbers(align(submission, expected, on="prediction_id"), "cancer", low=0, high=1)

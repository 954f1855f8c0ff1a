import pandas as pd

from mlebench.grading import Expected, align, quietly, require_whole_runs
from mlebench.metrics.masks import Masks

from .grade import check as check_v1
from .grade import pixels


def check(submission: pd.DataFrame, expected: Expected) -> Masks:
    checked = quietly(check_v1, submission, expected)
    require_whole_runs(align(submission, expected, on="Id"), "Predicted", pixels(expected.rows), on="Id")
    return checked

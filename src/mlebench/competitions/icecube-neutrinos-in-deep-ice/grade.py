import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, refuse, require_columns, require_rows
from mlebench.metrics.regression import mean_angular_error

ANGLES = ["azimuth", "zenith"]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["event_id", *ANGLES], exact=True)
    require_rows(submission, expected)
    for name in ANGLES:
        if submission[name].dtype.kind not in "iufb":
            refuse(f"Column '{name}' must hold numbers only.")
    submission = align(submission, expected, on="event_id")
    return numbers(submission, ANGLES)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return mean_angular_error(answers[ANGLES], predicted)

import pandas as pd

from mlebench.grading import align, numbers, refuse, require_columns, require_rows
from mlebench.metrics.regression import mean_angular_error

ANGLES = ["azimuth", "zenith"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["event_id", *ANGLES], exact=True)
    require_rows(submission, answers)
    for name in ANGLES:
        if submission[name].dtype.kind not in "iufb":
            refuse(f"Column '{name}' must hold numbers only.")
    submission = align(submission, answers, on="event_id")
    return mean_angular_error(answers[ANGLES], numbers(submission, ANGLES))

import pandas as pd

from mlebench.grading import Expected, numbers, refuse, require_columns

from .grade import COLUMNS
from .grade import check as check_v1
from .grade import score as score_v1


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_columns(submission, COLUMNS)
    if sorted(submission["Patient_Week"].astype(str)) != sorted(expected.ids.astype(str)):
        refuse("Every 'Patient_Week' of the sample submission must stand there, as often as it does, and no other.")
    numbers(submission, ["FVC", "Confidence"])  # in weeks that are not scored too
    return check_v1(submission, expected)


def score(given: pd.DataFrame, answers: pd.DataFrame) -> float:
    """Without the first measurement of each patient, which is public."""
    measured = answers.dropna(subset="FVC").sort_values("Weeks", kind="stable")
    return score_v1(given, answers.drop(index=measured.groupby("Patient").head(1).index))

import numpy as np
import pandas as pd

from mlebench.grading import listed, numbers, refuse, require_columns, warn
from mlebench.metrics.regression import laplace_log_likelihood

SCORED_WEEKS = 3
COLUMNS = ["Patient_Week", "FVC", "Confidence"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, COLUMNS)
    check_ids(submission["Patient_Week"], answers["Patient_Week"])
    for name in ("FVC", "Confidence"):
        if submission[name].dtype.kind not in "iufb":
            refuse(f"Column '{name}' must hold numbers only.")
    given = submission[COLUMNS].sort_values("Patient_Week", kind="stable")
    truth = last_measurements(answers).sort_values("Patient_Week", kind="stable")
    given = given[given["Patient_Week"].isin(truth["Patient_Week"])]
    truth = truth[truth["Patient_Week"].isin(given["Patient_Week"])]
    if len(truth) != len(given) and len(truth) != 1:  # v1 compares a single week with all its copies
        refuse("'Patient_Week' must be unique.")
    predicted = numbers(given, "FVC", allow_blank=True, allow_infinite=True)
    if not len(truth) or np.isnan(predicted).any():
        refuse("Every 'Patient_Week' of the sample submission needs a number as 'FVC'.")
    confidence = numbers(submission, "Confidence", allow_blank=True, allow_infinite=True)
    if not np.isfinite(confidence).all():
        warn("There are values of 'Confidence' that are blank or infinite; blank counts as 0.")
    sigma = numbers(given.fillna({"Confidence": 0}), "Confidence", allow_infinite=True)
    return laplace_log_likelihood(truth["FVC"], predicted, sigma)


def check_ids(given: "pd.Series[str]", wanted: "pd.Series[str]") -> None:
    """Unknown weeks are refused; those that are absent or repeated are not, although they should be."""
    if not len(given):
        refuse("The submission has no rows.")
    unknown = ~given.isin(wanted)
    if unknown.any():
        refuse(f"Unknown 'Patient_Week': {listed(given[unknown].to_list())}.")
    missing = wanted[~wanted.isin(given)]
    if len(missing):
        warn(f"{len(missing)} weeks of the sample submission are missing; they were left out of the score.")
    if given.duplicated().any() and not wanted.duplicated().any():
        warn("Some 'Patient_Week' are repeated.")


def last_measurements(answers: pd.DataFrame) -> pd.DataFrame:
    """The last three measurements of each patient."""
    measured = answers.dropna(subset="FVC")
    return measured.sort_values("Weeks", kind="stable").groupby("Patient").tail(SCORED_WEEKS)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    """The measured values with the smallest confidence that counts."""
    return answers[["Patient_Week"]].assign(FVC=answers["FVC"].fillna(2000), Confidence=70)

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import Expected, listed, numbers, positions, refuse, require_columns, row_of_file, suspect, warn
from mlebench.metrics.regression import laplace_log_likelihood

ANSWERS_AS_WRITTEN = True  # v1 pairs the weeks that both sides have
SCORED_WEEKS = 3
COLUMNS = ["Patient_Week", "FVC", "Confidence"]


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_columns(submission, COLUMNS)
    check_ids(submission["Patient_Week"], expected.ids)
    for name in ("FVC", "Confidence"):
        if submission[name].dtype.kind not in "iufb":
            refuse(f"Column '{name}' must hold numbers only.")
    blank = submission["FVC"].isna().to_numpy()
    if blank.any():
        row = row_of_file(submission, int(blank.argmax()))
        warn(f"'FVC' is blank in {blank.sum()} rows, the first is row {row}: refused if such a week is scored.")
    confidence = numbers(submission, "Confidence", allow_blank=True, allow_infinite=True)
    if np.isnan(confidence).any():
        warn("There are blank values of 'Confidence'; blank counts as 0.")
    if np.isinf(confidence).any():
        warn("There are infinite values of 'Confidence': refused if such a week is scored.")
    return submission[COLUMNS].assign(Confidence=np.nan_to_num(confidence, nan=0.0, posinf=np.inf, neginf=-np.inf))


def score(given: pd.DataFrame, answers: pd.DataFrame) -> float:
    given = given.sort_values("Patient_Week", kind="stable")
    truth = last_measurements(answers).sort_values("Patient_Week", kind="stable")
    given = given[are_among(given["Patient_Week"], truth["Patient_Week"])]
    truth = truth[are_among(truth["Patient_Week"], given["Patient_Week"])]
    if len(truth) != len(given) and len(truth) != 1:  # v1 compares a single week with all its copies
        refuse("'Patient_Week' must be unique.")
    if not len(truth) or given["FVC"].isna().any():
        refuse("Every 'Patient_Week' of the sample submission needs a number as 'FVC'.")
    return laplace_log_likelihood(truth["FVC"], given["FVC"].to_numpy(float), given["Confidence"].to_numpy())


def check_ids(given: "pd.Series[str]", wanted: "pd.Series[str]") -> None:
    """Unknown weeks are refused; those that are absent or repeated are not, although they should be."""
    if not len(given):
        refuse("The submission has no rows.")
    unknown = ~are_among(given, wanted)
    if unknown.any():
        refuse(f"Unknown 'Patient_Week': {listed(given[unknown].to_list())}.")
    missing = int((~are_among(wanted, given)).sum())
    if missing:
        suspect(
            f"{missing} weeks of the sample submission are missing: left out of the score, or refused if none is there "
            "that is scored."
        )
    if given.duplicated().any() and not wanted.duplicated().any():
        warn("Some 'Patient_Week' are repeated: refused if such a week is scored.")


def are_among(weeks: "pd.Series[str]", others: "pd.Series[str]") -> npt.NDArray[np.bool_]:
    """`weeks.isin(others)`, which looks at texts one by one."""
    return positions(weeks, among=others) >= 0


def last_measurements(answers: pd.DataFrame) -> pd.DataFrame:
    """The last three measurements of each patient."""
    measured = answers.dropna(subset="FVC")
    return measured.sort_values("Weeks", kind="stable").groupby("Patient").tail(SCORED_WEEKS)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    """The measured values with the smallest confidence that counts."""
    return answers[["Patient_Week"]].assign(FVC=answers["FVC"].fillna(2000), Confidence=70)

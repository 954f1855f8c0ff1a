import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import Expected, listed, refuse, require_columns, require_rows, suspect, warn
from mlebench.metrics.classification import kl_divergence

ANSWERS_AS_WRITTEN = True  # ids repeat; v1 sorts both sides by them
VOTES = ["seizure_vote", "lpd_vote", "gpd_vote", "lrda_vote", "grda_vote", "other_vote"]


def check(submission: pd.DataFrame, expected: Expected) -> npt.NDArray[np.float64]:
    require_columns(submission, ["eeg_id", *VOTES])
    require_rows(submission, expected)
    predicted = shares(submission)
    given, wanted = submission["eeg_id"], expected.ids
    if given.dtype.kind not in "iuf" or not np.array_equal(np.unique(given), np.unique(wanted)):
        refuse(f"The set of 'eeg_id' must be that of test.csv; found {listed([str(i)[:80] for i in given])}.")
    if not np.array_equal(np.sort(given), np.sort(wanted)):
        suspect("'eeg_id' stand in more or fewer rows than in test.csv, so rows were paired with other recordings.")
    elif not np.array_equal(given, wanted):
        warn("'eeg_id' is not in the order of test.csv: rows that share an id may have been paired wrongly.")

    return predicted[np.argsort(given, kind="stable")]


def score(predicted: npt.NDArray[np.float64], answers: pd.DataFrame) -> float:
    votes = answers[VOTES].to_numpy(float)[np.argsort(answers["eeg_id"], kind="stable")]
    truth = np.divide(votes, votes.sum(axis=1, keepdims=True), out=votes)
    # v1 skips the loss of a blank cell, as if it had been predicted exactly.
    return kl_divergence(truth, np.where(np.isnan(predicted), truth, predicted))


def shares(submission: pd.DataFrame) -> npt.NDArray[np.float64]:
    """The six columns. Range and sum are checked over all columns but the id, and blanks pass."""
    table = submission.drop(columns="eeg_id")
    if table.to_numpy().dtype.kind not in "iufb":
        refuse("All columns but 'eeg_id' must hold numbers only.")
    values, predicted = table.to_numpy(float), submission[VOTES].to_numpy(float)
    if np.isnan(predicted).any():
        suspect("There are blank cells; their loss was skipped, which makes the score too good.")
    if (values < 0).any() or (values > 1).any():
        refuse("Values must be between 0 and 1, also in columns other than the six votes.")
    rounded = np.round(np.nansum(predicted, axis=1), 5)
    wrong = (rounded != 1) | ~np.isclose(np.nansum(values, axis=1), 1)
    if wrong.any():
        refuse(f"The six votes of each row, and all columns but 'eeg_id', must add up to 1: row {wrong.argmax() + 1}.")
    return predicted

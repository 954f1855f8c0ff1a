from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import Expected, Floats, listed, numbers, refuse, require_columns, suspect, warn
from mlebench.metrics.regression import mean_log_mae

TARGET = "scalar_coupling_constant"
# Any error of less than this is beyond the printed digits.
TINY = 1e-9


class Couplings(NamedTuple):
    """Predictions in the order of the file, and the row of the test set that each is for."""

    row: npt.NDArray[np.intp]
    predicted: Floats


def check(submission: pd.DataFrame, expected: Expected) -> Couplings:
    require_columns(submission, ["id", TARGET])
    row = pd.Index(expected.ids).get_indexer(pd.Index(submission["id"]))
    if (row < 0).any():
        refuse(f"Unknown 'id': {listed(submission['id'][row < 0].to_list())}.")
    counts = np.bincount(row, minlength=len(expected))
    if (counts == 0).any():
        refuse(f"Missing 'id': {listed(expected.ids[counts == 0].to_list())}.")
    if (counts > 1).any():
        suspect(f"Repeated 'id' {listed(expected.ids[counts > 1].to_list())}: every copy was scored.")
    warn("Were all couplings of a type predicted without any error, there would be no finite score (log of 0).")
    return Couplings(row, numbers(submission, TARGET))


def score(checked: Couplings, answers: pd.DataFrame) -> float:
    row, predicted = checked
    truth, kinds = answers[TARGET].to_numpy()[row], pd.factorize(answers["type"])[0][row]
    error = np.abs(truth - predicted)
    # The sums over types only where a value is so close at all; `perfect` may miss TINY by rounding.
    if error.min() < TINY and (np.bincount(kinds, error) < 0.99 * TINY * np.bincount(kinds)).any():
        suspect(
            f"The error of a type is below {TINY:g}, beyond any measurement, and v1 has no floor for its logarithm."
        )
    return mean_log_mae(truth, predicted, groups=kinds)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    """As good as a finite score gets: the logarithm of no error at all is minus infinity."""
    return answers[["id"]].assign(**{TARGET: answers[TARGET] + TINY})

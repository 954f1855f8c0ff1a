from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import Expected, Floats, listed, numbers, refuse, require_columns, suspect
from mlebench.metrics.regression import mae

ID, TARGET = "segment_id", "time_to_eruption"


class Times(NamedTuple):
    """Predictions in the order of the file, and the row of the test set that each is for."""

    rows: npt.NDArray[np.intp]
    predicted: Floats


def check(submission: pd.DataFrame, expected: Expected) -> Times:
    require_columns(submission, [ID, TARGET])
    given = submission[ID]
    if given.dtype.kind not in "iuf":
        refuse(f"Column '{ID}' must hold numbers only.")
    rows = pd.Index(expected.ids).get_indexer(pd.Index(given))
    if (rows < 0).any():
        refuse(f"Unknown '{ID}': {listed(given[rows < 0].to_list())}.")
    copies = np.bincount(rows, minlength=len(expected))
    if (copies == 0).any():
        refuse(f"Missing '{ID}': {listed(expected.ids[copies == 0].to_list())}.")
    if (copies > 1).any():
        suspect(f"'{ID}' is not unique; each of several rows for the same segment counted in the mean.")
    return Times(rows, numbers(submission, TARGET))


def score(checked: Times, answers: pd.DataFrame) -> float:
    return float(np.rint(mae(answers[TARGET].to_numpy()[checked.rows], checked.predicted)))

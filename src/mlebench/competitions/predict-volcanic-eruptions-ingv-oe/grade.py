import numpy as np
import pandas as pd

from mlebench.grading import listed, numbers, refuse, require_columns, warn
from mlebench.metrics.regression import mae

ID, TARGET = "segment_id", "time_to_eruption"


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, [ID, TARGET])
    given = submission[ID]
    if given.dtype.kind not in "iuf":
        refuse(f"Column '{ID}' must hold numbers only.")
    rows = pd.Index(answers[ID]).get_indexer(pd.Index(given))
    if (rows < 0).any():
        refuse(f"Unknown '{ID}': {listed(given[rows < 0].to_list())}.")
    copies = np.bincount(rows, minlength=len(answers))
    if (copies == 0).any():
        refuse(f"Missing '{ID}': {listed(answers.loc[copies == 0, ID].to_list())}.")
    if (copies > 1).any():
        warn(f"'{ID}' is not unique; each of several rows for the same segment counted in the mean.")
    error = mae(answers[TARGET].to_numpy()[rows], numbers(submission, TARGET))
    return float(np.rint(error))

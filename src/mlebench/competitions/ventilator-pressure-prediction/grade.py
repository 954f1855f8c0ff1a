import numpy as np
import pandas as pd

from mlebench.grading import align, numbers_at, require_columns, require_rows
from mlebench.metrics.regression import mae


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "pressure"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    # Breathing out is not scored, and v1 does not look at what stands there.
    breathing_in = np.flatnonzero(answers["u_out"] == 0)
    predicted = numbers_at(submission, "pressure", breathing_in)
    return mae(answers["pressure"].to_numpy()[breathing_in], predicted)

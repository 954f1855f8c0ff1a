import numpy as np
import pandas as pd

from mlebench.grading import Expected, Floats, align, class_numbers, require_columns, require_rows, warn
from mlebench.metrics.classification import matthews_corrcoef


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["contact_id", "contact"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="contact_id")
    predicted = class_numbers(submission, "contact")
    if not np.isin(predicted, (0, 1)).all():
        warn("Column 'contact' has numbers other than 0 and 1; they were taken as further classes.")
    return predicted


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return matthews_corrcoef(answers["contact"].to_numpy(float), predicted)

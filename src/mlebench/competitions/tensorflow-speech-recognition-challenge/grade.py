import numpy as np
import pandas as pd

from mlebench.grading import align, require_columns, require_rows, texts
from mlebench.metrics.classification import accuracy


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["fname", "label"])
    submission = align(submission, answers, on="fname")
    predicted = np.array(texts(submission, "label", allow_blank=False), dtype=object)
    return accuracy(answers["label"].to_numpy(object), predicted)

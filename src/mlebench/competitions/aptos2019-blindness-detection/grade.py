import numpy as np
import pandas as pd

from mlebench.grading import align, class_numbers, require_columns, require_rows, warn
from mlebench.metrics.classification import quadratic_weighted_kappa

GRADES = [0, 1, 2, 3, 4]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id_code", "diagnosis"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id_code")
    predicted = class_numbers(submission, "diagnosis")
    if not np.isin(predicted, GRADES).all():
        warn("Some diagnoses are not within 0 to 4; such a value changes the distances between all grades.")
    return quadratic_weighted_kappa(answers["diagnosis"].to_numpy(), predicted)

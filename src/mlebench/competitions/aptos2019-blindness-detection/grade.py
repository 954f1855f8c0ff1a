import numpy as np
import pandas as pd

from mlebench.grading import Expected, Floats, align, class_numbers, require_columns, require_rows, suspect, warn
from mlebench.metrics.classification import quadratic_weighted_kappa

GRADES = [0, 1, 2, 3, 4]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id_code", "diagnosis"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id_code")
    predicted = class_numbers(submission, "diagnosis")
    if not np.isin(predicted, GRADES).all():
        warn("Some diagnoses are not within 0 to 4; such a value changes the distances between all grades.")
    return predicted


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    truth = answers["diagnosis"].to_numpy()
    result = quadratic_weighted_kappa(truth, predicted)
    if result > quadratic_weighted_kappa(truth, predicted.clip(GRADES[0], GRADES[-1])):
        suspect("Diagnoses that are not within 0 to 4 make the score better than if they were cut to that scale.")
    return result

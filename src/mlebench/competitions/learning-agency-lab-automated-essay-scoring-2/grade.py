import pandas as pd

from mlebench.grading import Expected, Floats, align, class_numbers, require_columns, require_rows, warn
from mlebench.metrics.classification import quadratic_weighted_kappa


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["essay_id", "score"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="essay_id")
    scores = class_numbers(submission, "score")
    if ((scores < 1) | (scores > 6)).any():
        warn("There are scores outside 1…6; each counts as one step beyond the others, however far off it is.")
    return scores


def score(scores: Floats, answers: pd.DataFrame) -> float:
    return quadratic_weighted_kappa(answers["score"], scores)

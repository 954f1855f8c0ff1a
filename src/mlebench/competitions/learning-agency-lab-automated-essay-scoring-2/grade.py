from pathlib import Path

import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, Floats, align, class_numbers, require_columns, require_rows, suspect, warn
from mlebench.metrics.classification import quadratic_weighted_kappa

LOWEST, HIGHEST = 1, 6


def read_answers(path: Path) -> pd.DataFrame:
    """Without the essays."""
    return read_csv(path, usecols=["essay_id", "score"])


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["essay_id", "score"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="essay_id")
    scores = class_numbers(submission, "score")
    if ((scores < LOWEST) | (scores > HIGHEST)).any():
        warn("There are scores outside 1…6; each counts as one step beyond the others, however far off it is.")
    return scores


def score(scores: Floats, answers: pd.DataFrame) -> float:
    result = quadratic_weighted_kappa(answers["score"], scores)
    if result > quadratic_weighted_kappa(answers["score"], scores.clip(LOWEST, HIGHEST)):
        suspect("Scores that are not within 1 to 6 make the result better than if they were cut to that scale.")
    return result

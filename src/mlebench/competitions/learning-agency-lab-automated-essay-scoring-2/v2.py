import pandas as pd

from mlebench.grading import Expected, Floats, quietly, refuse
from mlebench.metrics.classification import kappa_on_scale

from .grade import HIGHEST, LOWEST
from .grade import check as check_v1


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    scores = quietly(check_v1, submission, expected)
    if not ((scores >= LOWEST) & (scores <= HIGHEST)).all():
        refuse(f"Every 'score' must be a whole number from {LOWEST} to {HIGHEST}.")
    return scores


def score(scores: Floats, answers: pd.DataFrame) -> float:
    return kappa_on_scale(answers["score"], scores)

import numpy as np
import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import power_mean, roc_auc, subgroup_roc_aucs

from .grade import IDENTITIES, THRESHOLD, prediction_column


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id"])
    column = prediction_column(submission)
    require_rows(submission, expected)
    return numbers(align(submission, expected, on="id"), column, low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    """Kaggle's: the predictions are ranked, not cut; only what is true is cut."""
    toxic = answers["toxicity"].to_numpy() >= THRESHOLD
    areas = subgroup_roc_aucs(toxic, predicted, answers[IDENTITIES].to_numpy() >= THRESHOLD)
    return float(np.mean([roc_auc(toxic, predicted), *(power_mean(kind, -5) for kind in areas.T)]))

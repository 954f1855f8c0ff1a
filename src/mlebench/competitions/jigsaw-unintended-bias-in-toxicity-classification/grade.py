from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, align, numbers, refuse, require_columns, require_rows, warn
from mlebench.metrics.classification import power_mean, roc_auc, subgroup_roc_aucs

IDENTITIES = [
    "male",
    "female",
    "homosexual_gay_or_lesbian",
    "christian",
    "jewish",
    "muslim",
    "black",
    "white",
    "psychiatric_or_mental_illness",
]
THRESHOLD = 0.5


def read_answers(path: Path) -> pd.DataFrame:
    """Without the comments."""
    return read_csv(path, usecols=["id", "toxicity", *IDENTITIES])


def check(submission: pd.DataFrame, expected: Expected) -> npt.NDArray[np.bool_]:
    require_columns(submission, ["id"])
    column = prediction_column(submission)
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    values = numbers(submission, column, allow_blank=True, allow_infinite=True)
    if not ((values >= 0) & (values <= 1)).all():
        warn(f"Column '{column}' has values that are blank or outside 0…1; blank counts as not toxic.")
    warn("Predictions that are wrong for every comment of a group are refused: v1 has no score for that.")
    # v1 cuts the predictions too, where Kaggle ranks them: each area is a balanced accuracy.
    return values >= THRESHOLD


def score(predicted: npt.NDArray[np.bool_], answers: pd.DataFrame) -> float:
    toxic = answers["toxicity"].to_numpy() >= THRESHOLD
    areas = subgroup_roc_aucs(toxic, predicted, answers[IDENTITIES].to_numpy() >= THRESHOLD)
    if (areas == 0).any():
        refuse("The predictions of some group of comments are wrong throughout; v1 has no score for that.")
    return float(np.mean([roc_auc(toxic, predicted), *(power_mean(kind, -5) for kind in areas.T)]))


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["id"]].assign(prediction=answers["toxicity"])


def prediction_column(submission: pd.DataFrame) -> str:
    """`prediction`, or `toxicity` as in the answers, but not both."""
    found = [name for name in ("prediction", "toxicity") if name in submission.columns]
    if len(found) == 2:
        refuse("There must be one column 'prediction'; 'toxicity' stands for the same.")
    require_columns(submission, found or ["prediction"])
    return found[0]

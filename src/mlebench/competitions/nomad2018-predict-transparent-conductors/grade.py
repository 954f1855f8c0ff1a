import pandas as pd

from mlebench.grading import Expected, Floats, by_position, numbers, refuse, require_columns
from mlebench.metrics.regression import rmsle

ANSWERS_AS_WRITTEN = True  # v1 pairs rows by position
TARGETS = ["formation_energy_ev_natom", "bandgap_energy_ev"]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, TARGETS)
    submission = by_position(submission, expected, on="id")
    predicted = numbers(submission, TARGETS)
    if (predicted <= -1).any():
        refuse("Predictions must be greater than -1, as the metric takes the logarithm of 1 + value.")
    return predicted


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return float(rmsle(answers[TARGETS].to_numpy(float), predicted).mean())

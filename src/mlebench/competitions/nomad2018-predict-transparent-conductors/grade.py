import pandas as pd

from mlebench.grading import by_position, numbers, refuse, require_columns
from mlebench.metrics.regression import rmsle

TARGETS = ["formation_energy_ev_natom", "bandgap_energy_ev"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, TARGETS)
    submission = by_position(submission, answers, on="id")
    predicted = numbers(submission, TARGETS)
    if (predicted <= -1).any():
        refuse("Predictions must be greater than -1, as the metric takes the logarithm of 1 + value.")
    return float(rmsle(answers[TARGETS].to_numpy(float), predicted).mean())

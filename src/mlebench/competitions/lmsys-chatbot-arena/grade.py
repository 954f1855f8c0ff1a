from pathlib import Path

import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, Floats, align, numbers, refuse, require_columns, require_rows, row_of_file
from mlebench.metrics.classification import multiclass_log_loss

WINNERS = ["winner_model_a", "winner_model_b", "winner_tie"]


def read_answers(path: Path) -> pd.DataFrame:
    """Without the conversations."""
    return read_csv(path, usecols=["id", *WINNERS])


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", *WINNERS])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    predicted = numbers(submission, WINNERS, low=0, high=1)
    wrong = predicted.sum(axis=1).round(6) != 1
    if wrong.any():
        refuse(
            "The three probabilities of each row must add up to 1 to six decimals (three times 0.33 do not);"
            f" {int(wrong.sum())} rows do not, the first is row {row_of_file(submission, int(wrong.argmax()))}."
        )
    return predicted


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return multiclass_log_loss(answers[WINNERS].to_numpy(float), predicted)

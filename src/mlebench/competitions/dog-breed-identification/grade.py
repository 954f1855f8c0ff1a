from pathlib import Path

import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import align, numbers, probability_rows, require_columns, require_rows
from mlebench.metrics.classification import multiclass_log_loss


def read_answers(path: Path) -> pd.DataFrame:
    answers = read_csv(path)
    return answers.astype(dict.fromkeys(answers.columns.drop("id"), "int8"))


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    breeds = [column for column in answers.columns if column != "id"]
    require_columns(submission, ["id", *breeds])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    predicted = probability_rows(numbers(submission, breeds, low=0, high=1), tolerance=1e-6 + 1e-5)
    return multiclass_log_loss(answers[breeds].to_numpy(), predicted)

from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import place, read_csv, write_csv
from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.classification import roc_auc

ANSWERS_AS_WRITTEN = False


def prepare(raw: Path, public: Path, private: Path) -> None:
    place(raw / "train.csv", public / "train.csv")
    test = read_csv(raw / "test_with_solutions.csv")[["Insult", "Date", "Comment"]]
    test.insert(0, "id", np.arange(len(test)))
    write_csv(test, private / "test.csv")
    write_csv(test.drop(columns="Insult"), public / "test.csv")
    write_csv(test[["id"]].assign(Insult=0), public / "sample_submission_null.csv")


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", "Insult"])
    require_rows(submission, expected)
    return numbers(align(submission, expected, on="id"), "Insult", low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return roc_auc(answers["Insult"].to_numpy(), predicted)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["id", "Insult"]]

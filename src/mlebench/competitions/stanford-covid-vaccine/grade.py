from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import Expected, align, numbers_if_scored, require_columns, require_rows, scored_numbers, suspect
from mlebench.metrics.regression import mean_column_rmse

ANSWERS_AS_WRITTEN = True  # v1 chooses the measured rows by their number
SCORED = ["reactivity", "deg_Mg_pH10", "deg_Mg_50C"]
UNSCORED = ["deg_pH10", "deg_50C"]


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_rows(submission, expected)
    require_columns(submission, ["id_seqpos", *SCORED, *UNSCORED])
    align(submission, expected, on="id_seqpos")
    if submission["id_seqpos"].tolist() != expected.ids.tolist():
        suspect("Rows are not in the order of the sample submission: v1 scores other rows than it should.")
    values = numbers_if_scored(submission, SCORED)
    return pd.DataFrame(values, columns=SCORED).assign(id_seqpos=submission["id_seqpos"])


def score(predicted: pd.DataFrame, answers: pd.DataFrame) -> float:
    # v1 sorts both sides by id but chooses the measured rows by their number in the file.
    measured = answers["keep"].to_numpy(dtype=bool)
    truth = answers[SCORED].to_numpy()[chosen(answers, measured)]
    return mean_column_rmse(truth, scored_numbers(predicted[SCORED].to_numpy()[chosen(predicted, measured)]))


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers.drop(columns="keep")


def chosen(frame: pd.DataFrame, measured: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """Row numbers in the order of the ids, without those that `measured` leaves out."""
    order = np.argsort(frame["id_seqpos"].to_numpy(dtype=object))
    return order[measured[order]]

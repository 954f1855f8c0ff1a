from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import align, numbers_at, require_columns, require_rows, warn
from mlebench.metrics.regression import mean_column_rmse

SCORED = ["reactivity", "deg_Mg_pH10", "deg_Mg_50C"]
UNSCORED = ["deg_pH10", "deg_50C"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["id_seqpos", *SCORED, *UNSCORED])
    align(submission, answers, on="id_seqpos")
    if submission["id_seqpos"].tolist() != answers["id_seqpos"].tolist():
        warn("Rows are not in the order of the sample submission: v1 scores other rows than it should.")
    # v1 sorts both sides by id but chooses the measured rows by their number in the file.
    measured = answers["keep"].to_numpy(dtype=bool)
    truth = answers[SCORED].to_numpy()[chosen(answers, measured)]
    return mean_column_rmse(truth, numbers_at(submission, SCORED, chosen(submission, measured)))


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers.drop(columns="keep")


def chosen(frame: pd.DataFrame, measured: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """Row numbers in the order of the ids, without those that `measured` leaves out."""
    order = np.argsort(frame["id_seqpos"].to_numpy(dtype=object))
    return order[measured[order]]

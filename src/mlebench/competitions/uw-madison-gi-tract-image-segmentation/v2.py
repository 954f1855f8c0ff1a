import numpy as np
import pandas as pd

from mlebench.grading import Expected, align, masks, quietly, require_columns, require_whole_runs
from mlebench.metrics.masks import dice_of_many

from .grade import KEYS, Slices, normalised_distance, sizes_of, volumes
from .grade import check as check_v1

KEY = "id and class"


def check(submission: pd.DataFrame, expected: Expected) -> Slices:
    """Rows are paired by id and class; v1's check then finds them in the right order."""
    require_columns(submission, [*KEYS, "predicted"])
    submission = align(_keyed(submission), _keyed(expected.rows), on=KEY)
    checked = quietly(check_v1, submission, expected)
    require_whole_runs(submission, "predicted", sizes_of(expected.rows).prod(axis=1).tolist(), on=KEY)
    return checked


def score(checked: Slices, answers: pd.DataFrame) -> float:
    """As on Kaggle: a distance for each class of a scan, and masks that run along the rows of a picture."""
    sizes = sizes_of(answers)[:, ::-1]  # height, width
    truth = masks(answers, "predicted", sizes.prod(axis=1).tolist(), on="id")
    dice = dice_of_many(truth, checked.masks, both_empty=np.nan)
    distances = []
    for rows in answers.groupby("class").indices.values():
        given, true = (
            volumes(answers["id"].iloc[rows], [side[row] for row in rows], sizes[rows])
            for side in (checked.masks, truth)
        )
        distances += [normalised_distance(a, b) for a, b in zip(given, true, strict=True)]
    return 0.4 * float(np.nanmean(dice)) + 0.6 * (1 - float(np.nanmean(distances)))


def _keyed(rows: pd.DataFrame) -> pd.DataFrame:
    keyed = rows.assign(**{KEY: rows["id"].astype(str) + " " + rows["class"].astype(str)})
    keyed.attrs = rows.attrs  # which rows of the file these are, for messages
    return keyed

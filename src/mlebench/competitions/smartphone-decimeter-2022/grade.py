import numpy as np
import pandas as pd

from mlebench.grading import listed, numbers, refuse, require_columns, require_rows, warn
from mlebench.metrics.regression import haversine_distance

PLACE = ["LatitudeDegrees", "LongitudeDegrees"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["tripId", "UnixTimeMillis", *PLACE])
    require_rows(submission, answers)
    submission = by_place_in_trip(submission, answers)
    answers = answers.sort_values("tripId", kind="stable")
    errors = pd.Series(haversine_distance(answers[PLACE], numbers(submission, PLACE)))
    trips = errors.groupby(answers["tripId"].to_numpy())
    return float(((trips.quantile(0.5) + trips.quantile(0.95)) / 2).mean())


def by_place_in_trip(submission: pd.DataFrame, answers: pd.DataFrame) -> pd.DataFrame:
    """Rows sorted by trip. v1 pairs the rows of a trip in the order of the file and never looks at times."""
    trips = submission["tripId"].astype("str")
    wanted = answers["tripId"].value_counts()
    wrong = wanted[trips.value_counts().reindex(wanted.index, fill_value=0) != wanted]
    if len(wrong):
        refuse(f"The number of rows of 'tripId' {listed(wrong.index)} differs from that of sample_submission.csv.")
    order = np.argsort(trips.to_numpy(dtype=object), kind="stable")
    times = answers.sort_values("tripId", kind="stable")["UnixTimeMillis"].to_numpy()
    given = pd.to_numeric(submission["UnixTimeMillis"], errors="coerce").to_numpy(dtype=float, na_value=np.nan)
    if not np.array_equal(given[order], times):
        warn("'UnixTimeMillis' is not that of sample_submission.csv, yet rows of a trip were paired by position.")
    return submission.iloc[order]

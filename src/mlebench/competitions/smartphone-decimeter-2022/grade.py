import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import Expected, Floats, listed, numbers, refuse, require_columns, require_rows, suspect
from mlebench.metrics.regression import haversine_distance

ANSWERS_AS_WRITTEN = True  # v1 pairs the rows of a trip by position
PLACE = ["LatitudeDegrees", "LongitudeDegrees"]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["tripId", "UnixTimeMillis", *PLACE])
    require_rows(submission, expected)
    return numbers(by_place_in_trip(submission, expected.rows), PLACE)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    order = by_trip(answers["tripId"])
    errors = pd.Series(haversine_distance(answers[PLACE].iloc[order], predicted))
    trips = errors.groupby(answers["tripId"].to_numpy()[order])
    return float(((trips.quantile(0.5) + trips.quantile(0.95)) / 2).mean())


def by_place_in_trip(submission: pd.DataFrame, wanted: pd.DataFrame) -> pd.DataFrame:
    """Rows sorted by trip. v1 pairs the rows of a trip in the order of the file and never looks at times."""
    trips = submission["tripId"].astype("str")
    rows = wanted["tripId"].value_counts()
    wrong = rows[trips.value_counts().reindex(rows.index, fill_value=0) != rows]
    if len(wrong):
        refuse(f"The number of rows of 'tripId' {listed(wrong.index)} differs from that of sample_submission.csv.")
    order = by_trip(trips)
    times = wanted["UnixTimeMillis"].to_numpy()[by_trip(wanted["tripId"])]
    given = pd.to_numeric(submission["UnixTimeMillis"], errors="coerce").to_numpy(dtype=float, na_value=np.nan)
    if not np.array_equal(given[order], times):
        suspect("'UnixTimeMillis' is not that of sample_submission.csv, yet rows of a trip were paired by position.")
    return submission[PLACE].iloc[order]


def by_trip(trips: "pd.Series[str]") -> npt.NDArray[np.intp]:
    return np.argsort(pd.factorize(trips, sort=True)[0], kind="stable")

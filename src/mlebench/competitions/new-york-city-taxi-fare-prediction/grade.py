import pandas as pd

from mlebench.grading import Expected, Floats, numbers, require_columns, require_rows, sorted_as_v1, suspect
from mlebench.metrics.regression import rmse

ANSWERS_AS_WRITTEN = True  # v1 sorts both sides and compares no keys


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["key", "fare_amount"])
    require_rows(submission, expected)
    given = pd.DataFrame({"key": submission["key"], "fare_amount": numbers(submission, "fare_amount")})
    given = sorted_as_v1(given, "key")
    if not given["key"].astype("str").equals(sorted_as_v1(expected.rows, "key")["key"]):
        suspect("The keys are not those of the test set; they were never compared, and rows were paired by sorting.")
    return given["fare_amount"].to_numpy()


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return rmse(sorted_as_v1(answers, "key")["fare_amount"].to_numpy(), predicted)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["key", "fare_amount"]]

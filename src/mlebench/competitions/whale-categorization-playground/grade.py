import pandas as pd

from mlebench.grading import Expected, align, ranked_guesses, require_columns, require_rows
from mlebench.metrics.ranking import map_at_k


def check(submission: pd.DataFrame, expected: Expected) -> list[list[str]]:
    require_columns(submission, ["Image", "Id"], exact=True)
    require_rows(submission, expected)
    return ranked_guesses(align(submission, expected, on="Image"), "Id")


def score(guesses: list[list[str]], answers: pd.DataFrame) -> float:
    return map_at_k([{whale} for whale in answers["Id"]], guesses, k=5)

import pandas as pd

from mlebench.grading import Expected, align, ranked_guesses, require_columns, require_rows, warn
from mlebench.metrics.ranking import map_at_k


def check(submission: pd.DataFrame, expected: Expected) -> list[list[str]]:
    require_columns(submission, ["image", "hotel_id"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="image")
    guesses = ranked_guesses(submission, "hotel_id")
    if not all(guess.isdigit() for row in guesses for guess in row if guess):
        warn("Column 'hotel_id' has guesses that are not whole numbers; they count as wrong.")
    return guesses


def score(guesses: list[list[str]], answers: pd.DataFrame) -> float:
    return map_at_k([{hotel} for hotel in answers["hotel_id"].astype("str")], guesses, k=5)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["image", "hotel_id"]]

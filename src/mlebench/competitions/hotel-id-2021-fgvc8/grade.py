import pandas as pd

from mlebench.grading import Expected, Words, align, map_of_one, ranked_guesses, require_columns, require_rows, warn


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["image", "hotel_id"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="image")
    guesses = ranked_guesses(submission, "hotel_id")
    if not all(guess.isdigit() for guess in guesses.names if guess):
        warn("Column 'hotel_id' has guesses that are not whole numbers; they count as wrong.")
    return guesses


def score(guesses: Words, answers: pd.DataFrame) -> float:
    return map_of_one(answers["hotel_id"].astype("str"), guesses, k=5)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["image", "hotel_id"]]

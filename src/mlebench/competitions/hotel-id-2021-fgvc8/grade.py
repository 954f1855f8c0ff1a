import pandas as pd

from mlebench.grading import align, ranked_guesses, require_columns, require_rows, warn
from mlebench.metrics.ranking import map_at_k


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["image", "hotel_id"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="image")
    guesses = ranked_guesses(submission, "hotel_id")
    if not all(guess.isdigit() for row in guesses for guess in row if guess):
        warn("Column 'hotel_id' has guesses that are not whole numbers; they count as wrong.")
    hotels = answers["hotel_id"].astype("str")
    return map_at_k([{hotel} for hotel in hotels], guesses, k=5)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    return answers[["image", "hotel_id"]]

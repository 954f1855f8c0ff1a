import pandas as pd

from mlebench.grading import listed, refuse, require_columns, warn
from mlebench.metrics.ranking import map_at_k

PLACES = 12


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["customer_id", "prediction"], exact=True)
    buyers = pd.Index(answers["customer_id"])
    given = submission[submission["customer_id"].isin(buyers)]
    missing = buyers.difference(given["customer_id"])
    if len(missing):
        refuse(f"Missing 'customer_id': {listed(missing)}.")
    if given["customer_id"].duplicated().any():
        # v1 sorts both sides and pairs by position, so a repeated customer shifts all that follow.
        warn("Some 'customer_id' stand in several rows: later customers were paired with the wrong purchases.")
    given = given.sort_values("customer_id")[: len(answers)]
    truth = [set(text.split(" ")) for text in answers.sort_values("customer_id")["prediction"].astype(str)]
    guesses = [text.split(" ") for text in given["prediction"].astype(object).map(str)]
    if all(guess.startswith("0") for guesses_of_one in guesses for guess in guesses_of_one if guess):
        warn("Article ids with a leading zero match nothing: v1's purchases have none.")
    return map_at_k(truth, guesses, k=PLACES)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    """A repeated purchase would take up a place."""
    distinct = answers["prediction"].map(lambda text: " ".join(list(dict.fromkeys(text.split(" ")))[:PLACES]))
    return answers.assign(prediction=distinct)

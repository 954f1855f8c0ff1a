import pandas as pd

from mlebench.grading import Expected, Words, align, map_of_one, ranked_guesses, require_columns, require_rows


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["Image", "Id"], exact=True)
    require_rows(submission, expected)
    return ranked_guesses(align(submission, expected, on="Image"), "Id")


def score(guesses: Words, answers: pd.DataFrame) -> float:
    return map_of_one(answers["Id"], guesses, k=5)

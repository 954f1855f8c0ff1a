import pandas as pd

from mlebench.grading import Expected, align, listed, refuse, require_columns, require_rows, texts
from mlebench.metrics.classification import macro_f1

GENRES = ["law", "history", "poetry", "prophets", "gospels", "letters"]


def check(submission: pd.DataFrame, expected: Expected) -> list[str]:
    require_columns(submission, ["id", "genre"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    genres = texts(submission, "genre", allow_blank=False)
    unknown = sorted({genre[:80] for genre in genres if genre not in GENRES})
    if unknown:
        refuse(f"Unknown genre {listed(unknown)}; allowed are {', '.join(GENRES)}.")
    return genres


def score(genres: list[str], answers: pd.DataFrame) -> float:
    return macro_f1(answers["genre"].to_list(), genres)

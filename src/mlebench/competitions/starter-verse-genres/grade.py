import pandas as pd

from mlebench.grading import align, listed, refuse, require_columns, require_rows, texts
from mlebench.metrics.classification import macro_f1

GENRES = ["law", "history", "poetry", "prophets", "gospels", "letters"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "genre"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    genres = texts(submission, "genre", allow_blank=False)
    unknown = sorted({genre[:80] for genre in genres if genre not in GENRES})
    if unknown:
        refuse(f"Unknown genre {listed(unknown)}; allowed are {', '.join(GENRES)}.")
    return macro_f1(answers["genre"].to_list(), genres)

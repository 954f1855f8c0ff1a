import pandas as pd

from mlebench.grading import Expected, align, listed, refuse, require_columns, require_rows, texts
from mlebench.metrics.ranking import map_at_k

GUESSES = 5


def check(submission: pd.DataFrame, expected: Expected) -> list[list[str]]:
    require_columns(submission, ["query_id", "passage_ids"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="query_id")
    guesses = [text.split() for text in texts(submission, "passage_ids", allow_blank=False)]
    for query, given in zip(submission["query_id"], guesses, strict=True):
        if not 1 <= len(given) <= GUESSES:
            refuse(f"Give 1 to {GUESSES} passage ids for each query; {query} has {len(given)}.")
        if len(set(given)) < len(given):
            refuse(f"A passage may stand only once in a row; {query} repeats one.")
        strange = [word[:40] for word in given if not (word[0] == "p" and word[1:].isdecimal() and len(word) == 5)]
        if strange:
            refuse(f"Passage ids look like p0123, separated by blanks; {query} has {listed(strange)}.")
    return guesses


def score(guesses: list[list[str]], answers: pd.DataFrame) -> float:
    relevant = [set(text.split()) for text in answers["passage_ids"]]
    return map_at_k(relevant, guesses, k=GUESSES)


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    """An entry may have more passages than a row may name."""
    best = answers["passage_ids"].str.split().str[:GUESSES].str.join(" ")
    return answers.assign(passage_ids=best)

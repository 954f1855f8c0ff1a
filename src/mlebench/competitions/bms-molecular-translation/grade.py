import pandas as pd

from mlebench.grading import align, require_columns, require_rows, warn
from mlebench.metrics.text import levenshtein


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["image_id", "InChI"])
    submission = align(submission, answers, on="image_id")
    blank = int(submission["InChI"].isna().sum())
    if blank:
        warn(f"{blank} cells of 'InChI' are blank; they were compared as the word 'nan'.")
    # Numbers are compared as pandas prints them.
    predicted = submission["InChI"].astype("str").fillna("nan")
    return float(levenshtein(answers["InChI"].to_list(), predicted.to_list()).mean())

import pandas as pd

from mlebench.grading import align, class_numbers, require_columns, require_rows
from mlebench.metrics.classification import accuracy


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["PhraseId", "Sentiment"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="PhraseId")
    return accuracy(answers["Sentiment"].to_numpy(), class_numbers(submission, "Sentiment"))

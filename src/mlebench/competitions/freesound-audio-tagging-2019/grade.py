import pandas as pd

from mlebench.grading import align, listed, numbers, refuse, require_columns, require_rows
from mlebench.metrics.ranking import label_weighted_lrap


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    columns, tags = list(answers.columns), list(answers.columns[1:])
    require_columns(submission, columns, exact=True)
    if list(submission.columns) != columns:
        refuse(f"The columns must be in the order of the sample submission: {listed(columns)}.")
    submission = align(submission, answers, on="fname")
    return label_weighted_lrap(answers[tags].to_numpy(), numbers(submission, tags))

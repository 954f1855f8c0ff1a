import pandas as pd

from mlebench.grading import align, ranked_guesses, require_columns, require_rows
from mlebench.metrics.ranking import map_at_k


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["Image", "Id"], exact=True)
    require_rows(submission, answers)
    submission = align(submission, answers, on="Image")
    return map_at_k([{whale} for whale in answers["Id"]], ranked_guesses(submission, "Id"), k=5)

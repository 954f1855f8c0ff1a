import numpy as np
import pandas as pd

from mlebench.grading import align, listed, numbers, refuse, require_columns, require_rows, sorted_as_v1, warn
from mlebench.metrics.classification import mean_column_roc_auc

LABELS = ["toxic", "severe_toxic", "obscene", "threat", "insult", "identity_hate"]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", *LABELS], exact=True)
    require_rows(submission, answers)
    columns = [name for name in submission.columns if name != "id"]
    if columns != LABELS:
        warn(f"The labels are compared by position, which must be {', '.join(LABELS)}: the score is wrong.")

    scored_ids = answers.loc[answers[LABELS].sum(axis=1) >= 0, "id"]
    if submission["id"].is_unique:
        submission = align(submission, answers, on="id")
    else:
        answers, submission = sorted_as_v1(answers, "id"), _with_repeated_ids(submission, answers)
    scored = submission["id"].isin(scored_ids)
    if scored.sum() != len(scored_ids):
        refuse("Every 'id' of the test set must stand in the submission exactly once.")
    predicted = numbers(submission[scored], columns)
    others = submission.loc[~scored, columns].apply(pd.to_numeric, errors="coerce").to_numpy(np.float64)
    if not np.isfinite(others).all():
        warn("Rows that are not scored hold blanks, text or infinite values.")
    return mean_column_roc_auc(answers.loc[answers["id"].isin(scored_ids), LABELS].to_numpy(), predicted)


def _with_repeated_ids(submission: pd.DataFrame, answers: pd.DataFrame) -> pd.DataFrame:
    ids = submission["id"].astype("str")
    if not ids.isin(answers["id"]).all():
        refuse("Some values of 'id' are not in the test set.")
    repeated = listed(ids[ids.duplicated()].to_list())
    warn(f"'id' must be unique; repeated: {repeated}. Rows were paired by sorting: the score is wrong.")
    return sorted_as_v1(submission.assign(id=ids), "id")

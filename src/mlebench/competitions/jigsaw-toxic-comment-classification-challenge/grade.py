import pandas as pd

from mlebench.grading import (
    Expected,
    align,
    all_differ,
    listed,
    numbers_if_scored,
    refuse,
    require_columns,
    require_rows,
    scored_numbers,
    sorted_as_v1,
    suspect,
    warn,
)
from mlebench.metrics.classification import mean_column_roc_auc

LABELS = ["toxic", "severe_toxic", "obscene", "threat", "insult", "identity_hate"]


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_columns(submission, ["id", *LABELS], exact=True)
    require_rows(submission, expected)
    columns = [name for name in submission.columns if name != "id"]
    if columns != LABELS:
        warn(f"The labels are compared by position, which must be {', '.join(LABELS)}: the score is wrong.")
    if all_differ(submission["id"]):
        submission = align(submission, expected, on="id")
    else:
        submission = _with_repeated_ids(submission, expected)
    values = numbers_if_scored(submission, columns)
    return pd.DataFrame(values, columns=LABELS).assign(id=submission["id"])


def score(predicted: pd.DataFrame, answers: pd.DataFrame) -> float:
    is_paired = all_differ(predicted["id"])
    truth = answers if is_paired else sorted_as_v1(answers, "id")
    wanted = truth[LABELS].sum(axis=1).to_numpy() >= 0
    given = wanted if is_paired else predicted["id"].isin(truth.loc[wanted, "id"]).to_numpy()
    if given.sum() != wanted.sum():
        refuse("Every 'id' of the test set must stand in the submission exactly once.")
    scored = scored_numbers(predicted[LABELS].to_numpy()[given])
    return mean_column_roc_auc(truth[LABELS].to_numpy()[wanted], scored)


def _with_repeated_ids(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    ids = submission["id"].astype("str")
    if not ids.isin(expected.ids).all():
        refuse("Some values of 'id' are not in the test set.")
    repeated = listed(ids[ids.duplicated()].to_list())
    suspect(
        f"'id' must be unique; repeated: {repeated}. Rows were paired by sorting: the score is wrong, or refused if "
        "a scored row is repeated or missing."
    )
    return sorted_as_v1(submission.assign(id=ids), "id")

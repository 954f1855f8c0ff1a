import pandas as pd

from mlebench.grading import numbers, refuse, require_columns, require_rows, sorted_as_v1, warn
from mlebench.metrics.classification import roc_auc


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["Comment", "Insult"])
    require_rows(submission, answers)
    given = pd.DataFrame(
        {
            "Comment": submission["Comment"].astype("str").to_numpy(),
            "Insult": numbers(submission, "Insult", low=0, high=1),
        }
    )
    if answers["Comment"].duplicated().any() and not given["Comment"].equals(answers["Comment"]):
        warn("Rows are not in the order of test.csv: comments that occur twice may have been mixed up.")

    # The text is the key and may repeat, so rows are paired by sorting.
    given, answers = sorted_as_v1(given, "Comment"), sorted_as_v1(answers, "Comment")
    if not given["Comment"].equals(answers["Comment"]):
        refuse("The values of 'Comment' must be those of test.csv, character by character.")
    return roc_auc(answers["Insult"].to_numpy(), given["Insult"].to_numpy())

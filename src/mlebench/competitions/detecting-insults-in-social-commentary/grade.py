import pandas as pd

from mlebench.grading import Expected, Floats, numbers, refuse, require_columns, require_rows, sorted_as_v1, warn
from mlebench.metrics.classification import roc_auc

# The text is the key and may repeat, so rows are paired by sorting.
ANSWERS_AS_WRITTEN = True


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["Comment", "Insult"])
    require_rows(submission, expected)
    given = pd.DataFrame(
        {
            "Comment": submission["Comment"].astype("str").to_numpy(),
            "Insult": numbers(submission, "Insult", low=0, high=1),
        }
    )
    if expected.ids.duplicated().any() and not given["Comment"].equals(expected.ids):
        warn("Rows are not in the order of test.csv: comments that occur twice may have been mixed up.")
    given = sorted_as_v1(given, "Comment")
    if not given["Comment"].reset_index(drop=True).equals(expected.ids.sort_values(ignore_index=True)):
        refuse("The values of 'Comment' must be those of test.csv, character by character.")
    return given["Insult"].to_numpy()


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return roc_auc(sorted_as_v1(answers, "Comment")["Insult"].to_numpy(), predicted)

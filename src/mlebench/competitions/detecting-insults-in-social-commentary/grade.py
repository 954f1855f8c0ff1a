import pandas as pd

from mlebench.grading import (
    Expected,
    Floats,
    in_pieces,
    numbers,
    order_as_v1,
    refuse,
    require_columns,
    require_rows,
    warn,
)
from mlebench.metrics.classification import roc_auc

# The text is the key and may repeat, so rows are paired by sorting.
ANSWERS_AS_WRITTEN = True


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["Comment", "Insult"])
    require_rows(submission, expected)
    comments = submission["Comment"].astype("str").reset_index(drop=True)
    predicted = numbers(submission, "Insult", low=0, high=1)
    order, wanted = order_as_v1(comments), expected.ids.sort_values(ignore_index=True)
    if not comments.equals(expected.ids) and (wanted.array[1:] == wanted.array[:-1]).any():
        warn("Rows are not in the order of test.csv: comments that occur twice may have been mixed up.")
    pieces = zip(in_pieces(pd.Series(order)), in_pieces(wanted), strict=True)
    if not all(comments.iloc[rows].set_axis(piece.index).equals(piece) for rows, piece in pieces):
        refuse("The values of 'Comment' must be those of test.csv, character by character.")
    return predicted[order]


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return roc_auc(answers["Insult"].to_numpy()[order_as_v1(answers["Comment"])], predicted)

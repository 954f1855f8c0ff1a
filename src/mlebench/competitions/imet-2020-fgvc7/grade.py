import pandas as pd

from mlebench.grading import Expected, align, listed, require_columns, require_rows, texts, warn
from mlebench.metrics.classification import micro_f1


def check(submission: pd.DataFrame, expected: Expected) -> list[set[str]]:
    require_columns(submission, ["id", "attribute_ids"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    predicted = [set(cell.split()) for cell in texts(submission, "attribute_ids")]
    strange = sorted(word[:80] for word in set().union(*predicted) if not word.isdecimal())
    if strange:
        warn(f"Column 'attribute_ids' has words that are no attribute ids ({listed(strange)}); they were ignored.")
    return predicted


def score(predicted: list[set[str]], answers: pd.DataFrame) -> float:
    # v1 knows only the attributes that occur in the answers: all others are neither right nor wrong.
    return micro_f1([set(cell.split()) for cell in texts(answers, "attribute_ids")], predicted)

import pandas as pd

from mlebench.grading import Expected, Words, align, listed, require_columns, require_rows, texts, warn, words
from mlebench.metrics.classification import f1_of_sets


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["id", "attribute_ids"])
    require_rows(submission, expected)
    predicted = words(texts(align(submission, expected, on="id"), "attribute_ids"))
    strange = sorted(name[:80] for name in predicted.names if not name.isdecimal())
    if strange:
        warn(f"Column 'attribute_ids' has words that are no attribute ids ({listed(strange)}); they were ignored.")
    return predicted


def score(predicted: Words, answers: pd.DataFrame) -> float:
    truth = words(texts(answers, "attribute_ids"))
    # v1 knows only the attributes that occur in the answers: all others are neither right nor wrong.
    return f1_of_sets(truth.sets(truth.names), predicted.sets(truth.names))

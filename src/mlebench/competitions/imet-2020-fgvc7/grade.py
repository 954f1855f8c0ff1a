import pandas as pd

from mlebench.grading import (
    Expected,
    Words,
    align,
    f1_of_known,
    listed,
    require_columns,
    require_rows,
    text_column,
    warn,
    words,
)


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["id", "attribute_ids"])
    require_rows(submission, expected)
    predicted = words(text_column(align(submission, expected, on="id"), "attribute_ids"))
    strange = sorted(name[:80] for name in predicted.names if not name.isdecimal())
    if strange:
        warn(f"Column 'attribute_ids' has words that are no attribute ids ({listed(strange)}); they were ignored.")
    return predicted


def score(predicted: Words, answers: pd.DataFrame) -> float:
    return f1_of_known(words(text_column(answers, "attribute_ids")), predicted, "attribute_ids")

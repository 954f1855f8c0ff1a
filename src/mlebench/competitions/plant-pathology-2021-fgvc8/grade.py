import pandas as pd

from mlebench.grading import Expected, align, require_columns, require_rows, texts, warn_of_unknown
from mlebench.metrics.classification import micro_f1

CLASSES = ["complex", "frog_eye_leaf_spot", "healthy", "powdery_mildew", "rust", "scab"]


def check(submission: pd.DataFrame, expected: Expected) -> list[set[str]]:
    require_columns(submission, ["image", "labels"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="image")
    predicted = [set(text.split()) for text in texts(submission, "labels")]
    warn_of_unknown(set().union(*predicted), CLASSES, "labels", "they were ignored instead of counted as wrong")
    return predicted


def score(predicted: list[set[str]], answers: pd.DataFrame) -> float:
    # v1 knows only the words of the answers; in the real data these are the six classes.
    return micro_f1([set(text.split()) for text in answers["labels"].tolist()], predicted)

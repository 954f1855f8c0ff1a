import pandas as pd

from mlebench.grading import Expected, Words, align, require_columns, require_rows, texts, warn_of_unknown, words
from mlebench.metrics.classification import f1_of_sets

CLASSES = ["complex", "frog_eye_leaf_spot", "healthy", "powdery_mildew", "rust", "scab"]


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    require_columns(submission, ["image", "labels"])
    require_rows(submission, expected)
    predicted = words(texts(align(submission, expected, on="image"), "labels"))
    warn_of_unknown(predicted.names, CLASSES, "labels", "they were ignored instead of counted as wrong")
    return predicted


def score(predicted: Words, answers: pd.DataFrame) -> float:
    truth = words(answers["labels"].tolist())
    # v1 knows only the words of the answers; in the real data these are the six classes.
    return f1_of_sets(truth.sets(truth.names), predicted.sets(truth.names))

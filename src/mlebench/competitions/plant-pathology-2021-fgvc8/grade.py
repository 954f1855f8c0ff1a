from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import (
    Expected,
    align,
    require_columns,
    require_rows,
    suspect_free_guesses,
    texts,
    warn_of_unknown,
)
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
    truth = [set(text.split()) for text in answers["labels"]]
    # v1 knows only the words of the answers; in the real data these are the six classes.
    known = sorted(set().union(*truth))
    given = indicators(predicted, known)
    result, guessed = micro_f1(indicators(truth, known), given), int(given.sum())
    true, words = (sum(map(len, rows)) for rows in (truth, predicted))
    suspect_free_guesses(result, "labels", true=true, guessed=guessed, ignored=words - guessed)
    return result


def indicators(rows: Sequence[set[str]], words: Sequence[str]) -> npt.NDArray[np.bool_]:
    return np.array([[word in row for word in words] for row in rows], dtype=bool)

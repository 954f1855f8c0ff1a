from pathlib import Path

import numpy as np
import pandas as pd

from mlebench.data import read_texts, split_rows
from mlebench.grading import Expected, in_pieces, quietly, word_jaccard, words

from .grade import check as check_v1
from .prepare import write_parts

TEXT_COLUMNS = ["selected_text"]


def prepare(raw: Path, public: Path, private: Path) -> None:
    write_parts(public, private, *split_rows(read_texts(raw / "train.csv"), test_size=0.1))


def check(submission: pd.DataFrame, expected: Expected) -> "pd.Series[str]":
    return quietly(check_v1, submission, expected)  # it warns of blanks


def score(predicted: "pd.Series[str]", answers: pd.DataFrame) -> float:
    pieces = zip(in_pieces(answers["selected_text"]), in_pieces(predicted), strict=True)
    scores = np.concatenate([word_jaccard(words(a), words(b), rows=len(a)) for a, b in pieces])
    return float(np.nan_to_num(scores, nan=1.0).mean())  # no words, and none are right

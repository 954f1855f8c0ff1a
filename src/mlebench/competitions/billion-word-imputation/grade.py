from pathlib import Path

import pandas as pd

from mlebench.data import ZipMember, read_csv
from mlebench.grading import Expected, align, require_columns, require_rows, texts
from mlebench.metrics.text import levenshtein


def expect(public: Path) -> pd.DataFrame:
    return read_csv(ZipMember(public / "test_v2.txt.zip", "test_v2.txt"), usecols=["id"])


def check(submission: pd.DataFrame, expected: Expected) -> list[str]:
    require_columns(submission, ["id", "sentence"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    return texts(submission, "sentence", allow_blank=False)


def score(predicted: list[str], answers: pd.DataFrame) -> float:
    return float(levenshtein(answers["sentence"].tolist(), predicted).mean())

from io import BytesIO
from pathlib import Path

import pandas as pd

from mlebench.data.archives.sevenzip import each_7z_member
from mlebench.grading import Expected, Floats, align, numbers, require_columns
from mlebench.metrics.classification import log_loss


def expect(public: Path) -> pd.DataFrame:
    tables: list[pd.DataFrame] = []
    archive, name = public / "sample_submission.csv.7z", "sample_submission.csv"
    each_7z_member(archive, [name], lambda _, text: tables.append(pd.read_csv(BytesIO(text), usecols=["id"])))
    return tables[0]


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", "is_iceberg"])
    submission = align(submission, expected, on="id")
    return numbers(submission, "is_iceberg", low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return log_loss(answers["is_iceberg"].to_numpy(), predicted)

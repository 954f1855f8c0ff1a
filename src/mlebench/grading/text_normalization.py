"""Grading of the two text-normalisation competitions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data.archives.zips import ZipMember
from mlebench.data.expected import Expected
from mlebench.data.tables.csv_files import read_csv
from mlebench.grading.checks import align, require_columns, require_rows


def expected_tokens(language: str, public: Path) -> pd.DataFrame:
    """The ids of the tokens, in the order of the public sample submission."""
    name = f"{language}_sample_submission_2.csv"
    return read_csv(ZipMember(public / f"{name}.zip", name), usecols=["id"])


def check_spoken_forms(submission: pd.DataFrame, expected: Expected) -> pd.Series[Any]:
    """The spoken form of each token."""
    require_columns(submission, ["id", "after"])
    require_rows(submission, expected)
    return align(submission, expected, on="id")["after"].reset_index(drop=True)


def score_spoken_forms(given: pd.Series[Any], answers: pd.DataFrame) -> float:
    """Share of tokens whose spoken form is exactly right. A missing value counts as the text `nan`, as v1 reads it."""
    truth = answers["after"].reset_index(drop=True)
    right = (truth == given).to_numpy(copy=True)
    missing = (truth.isna() | given.isna()).to_numpy()
    # Words are compared as they are where they can be: of a million, few are missing.
    rest = missing if _is_text(truth) and _is_text(given) else np.ones_like(missing)
    right[rest] = _texts(truth[rest]) == _texts(given[rest])
    return float(right.mean())


def _is_text(column: pd.Series[Any]) -> bool:
    return isinstance(column.dtype, pd.StringDtype)


def _texts(column: pd.Series[Any]) -> npt.NDArray[np.object_]:
    texts = column.fillna("nan") if _is_text(column) else column.map(str)
    return texts.to_numpy(dtype=object)

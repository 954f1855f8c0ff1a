"""Grading of the two text-normalisation competitions."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading.checks import align, require_columns, require_rows


def grade_spoken_forms(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    """Share of tokens whose spoken form is exactly right. A missing value counts as the text `nan`, as v1 reads it."""
    require_columns(submission, ["id", "after"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    truth, given = answers["after"].reset_index(drop=True), submission["after"].reset_index(drop=True)
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

"""Grading of the two text-normalisation competitions."""

from __future__ import annotations

from typing import Any

import pandas as pd

from mlebench.grading.checks import align, require_columns, require_rows


def grade_spoken_forms(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    """Share of tokens whose spoken form is exactly right. A missing value counts as the text `nan`, as v1 reads it."""
    require_columns(submission, ["id", "after"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    right = _texts(answers["after"]) == _texts(submission["after"]).set_axis(answers.index)
    return float(right.mean())


def _texts(column: pd.Series[Any]) -> pd.Series[Any]:
    if isinstance(column.dtype, pd.StringDtype):
        return column.fillna("nan")
    return column.map(str)

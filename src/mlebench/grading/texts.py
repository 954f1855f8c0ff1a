"""Text columns of a submission, as v1's graders saw them after pandas' type inference."""

from __future__ import annotations

from typing import Any

import pandas as pd

from mlebench.grading.checks import refuse, require_columns, row_of_file


def texts(submission: pd.DataFrame, column: str, *, allow_numbers: bool = False, allow_blank: bool = True) -> list[str]:
    """The column as texts, empty for missing values, which are refused without `allow_blank`.

    A column in which pandas finds numbers (or True and False) only is refused, or with `allow_numbers`
    written out as pandas would print it. A wholly blank column is fine.

    >>> texts(pd.DataFrame({"text": ["a word", None]}), "text")
    ['a word', '']
    """
    require_columns(submission, [column])
    series = submission[column]
    if not allow_blank and series.isna().any():
        row = row_of_file(submission, int(series.isna().argmax()))
        refuse(f"Column '{column}' is blank in row {row}; 'NA', 'null', 'None' etc. are read as blank.")
    if isinstance(series.dtype, pd.StringDtype):
        return list(series.fillna(""))
    present = series.dropna()
    if not allow_numbers and len(present) and not _is_text(present):
        refuse(f"Column '{column}' must hold text, but pandas reads it as numbers or True/False only.")
    return ["" if blank else str(value) for value, blank in zip(series.tolist(), series.isna(), strict=True)]


def _is_text(present: pd.Series[Any]) -> bool:
    """True and False among blanks come as objects, and so do whole numbers that are too long for a number."""
    return present.dtype == object and not any(isinstance(value, bool) for value in present)

"""Scoring submissions. The names here are what a competition's `grade.py` works with."""

from mlebench.errors import InvalidSubmission, SubmissionWarning
from mlebench.grading.checks import (
    align,
    by_position,
    listed,
    numbers,
    probability_rows,
    refuse,
    require_columns,
    require_rows,
    warn,
)

__all__ = [
    "InvalidSubmission",
    "SubmissionWarning",
    "align",
    "by_position",
    "listed",
    "numbers",
    "probability_rows",
    "refuse",
    "require_columns",
    "require_rows",
    "warn",
]

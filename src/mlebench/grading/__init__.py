"""Scoring submissions. The names here are what a competition's `grade.py` works with."""

import mlebench.quiet  # noqa: F401
from mlebench.data.expected import Expected
from mlebench.errors import InvalidSubmission, SubmissionWarning
from mlebench.grading.checks import (
    Floats,
    Integers,
    align,
    by_position,
    listed,
    numbers,
    probability_rows,
    refuse,
    require_columns,
    require_rows,
    row_of_file,
    warn,
)
from mlebench.grading.distinct import distinct
from mlebench.grading.guesses import ranked_guesses, warn_of_unknown
from mlebench.grading.labels import class_numbers, cut_numbers
from mlebench.grading.masks import masks
from mlebench.grading.partial import numbers_at, numbers_if_scored, scored_numbers
from mlebench.grading.positions import positions
from mlebench.grading.sorting import sorted_as_v1
from mlebench.grading.texts import texts

__all__ = [
    "Expected",
    "Floats",
    "Integers",
    "InvalidSubmission",
    "SubmissionWarning",
    "align",
    "by_position",
    "class_numbers",
    "cut_numbers",
    "distinct",
    "listed",
    "masks",
    "numbers",
    "numbers_at",
    "numbers_if_scored",
    "positions",
    "probability_rows",
    "ranked_guesses",
    "refuse",
    "require_columns",
    "require_rows",
    "row_of_file",
    "scored_numbers",
    "sorted_as_v1",
    "texts",
    "warn",
    "warn_of_unknown",
]

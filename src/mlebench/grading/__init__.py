"""Scoring submissions. The names here are what a competition's `grade.py` works with."""

import mlebench.quiet  # noqa: F401
from mlebench.data.expected import Expected
from mlebench.errors import InvalidSubmission, SubmissionWarning
from mlebench.grading.columns import (
    Floats,
    Integers,
    class_numbers,
    cut_numbers,
    distinct,
    numbers,
    numbers_at,
    numbers_if_scored,
    probability_rows,
    require_columns,
    rescaled,
    scored_numbers,
)
from mlebench.grading.masks import masks
from mlebench.grading.messages import listed, refuse, row_of_file, warn
from mlebench.grading.pairing import align, by_position, positions, require_rows, sorted_as_v1
from mlebench.grading.texts import ranked_guesses, texts, warn_of_unknown

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
    "rescaled",
    "row_of_file",
    "scored_numbers",
    "sorted_as_v1",
    "texts",
    "warn",
    "warn_of_unknown",
]

"""What a competition's `grade.py` works with, as names of `mlebench.grading`."""

from mlebench.data.expected import Expected
from mlebench.errors import ExploitWarning, InvalidSubmission, SubmissionWarning
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
from mlebench.grading.mask_columns import masks
from mlebench.grading.messages import listed, refuse, row_of_file, suspect, warn
from mlebench.grading.pairing import align, by_position, positions, require_rows, sorted_as_v1
from mlebench.grading.text_columns import ranked_guesses, texts, warn_of_unknown
from mlebench.grading.word_columns import Words, f1_of_known, words

__all__ = [
    "Expected",
    "ExploitWarning",
    "Floats",
    "Integers",
    "InvalidSubmission",
    "SubmissionWarning",
    "Words",
    "align",
    "by_position",
    "class_numbers",
    "cut_numbers",
    "distinct",
    "f1_of_known",
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
    "suspect",
    "texts",
    "warn",
    "warn_of_unknown",
    "words",
]

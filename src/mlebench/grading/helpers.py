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
from mlebench.grading.mask_columns import masks, require_whole_runs
from mlebench.grading.messages import listed, quietly, refuse, row_of_file, suspect, warn
from mlebench.grading.pairing import align, all_differ, by_position, order_as_v1, positions, require_rows, sorted_as_v1
from mlebench.grading.text_columns import edit_distances, single_spaced, text_column, texts, warn_of_unknown
from mlebench.grading.word_columns import (
    Words,
    f1_of_known,
    map_of_one,
    mean_f1,
    micro_f1,
    ranked_guesses,
    word_jaccard,
    words,
)

__all__ = [
    "Expected",
    "ExploitWarning",
    "Floats",
    "Integers",
    "InvalidSubmission",
    "SubmissionWarning",
    "Words",
    "align",
    "all_differ",
    "by_position",
    "class_numbers",
    "cut_numbers",
    "distinct",
    "edit_distances",
    "f1_of_known",
    "listed",
    "map_of_one",
    "masks",
    "mean_f1",
    "micro_f1",
    "numbers",
    "numbers_at",
    "numbers_if_scored",
    "order_as_v1",
    "positions",
    "probability_rows",
    "quietly",
    "ranked_guesses",
    "refuse",
    "require_columns",
    "require_rows",
    "require_whole_runs",
    "rescaled",
    "row_of_file",
    "scored_numbers",
    "single_spaced",
    "sorted_as_v1",
    "suspect",
    "text_column",
    "texts",
    "warn",
    "warn_of_unknown",
    "word_jaccard",
    "words",
]

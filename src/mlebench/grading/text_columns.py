"""The columns of a submission as texts, as v1's graders saw them after pandas' type inference."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.archives.zips import ZipMember
from mlebench.data.expected import Expected
from mlebench.data.tables.csv_files import read_csv
from mlebench.grading.columns import require_columns
from mlebench.grading.messages import SHOWN_LENGTH, listed, refuse, row_of_file, warn
from mlebench.grading.pairing import align, require_rows
from mlebench.metrics.text import levenshtein

_Rows = TypeVar("_Rows", pd.DataFrame, "pd.Series[Any]")


def texts(submission: pd.DataFrame, column: str, *, allow_numbers: bool = False, allow_blank: bool = True) -> list[str]:
    """`text_column` as a list: for what must look at each text in Python, which takes many times as long.

    >>> texts(pd.DataFrame({"text": ["a word", None]}), "text")
    ['a word', '']
    """
    found: list[str] = text_column(submission, column, allow_numbers=allow_numbers, allow_blank=allow_blank).to_list()
    return found


def text_column(
    submission: pd.DataFrame, column: str, *, allow_numbers: bool = False, allow_blank: bool = True
) -> pd.Series[str]:
    """The column as texts, empty for missing values, which are refused without `allow_blank`.

    A column in which pandas finds numbers (or True and False) only is refused, or with `allow_numbers`
    written out as pandas would print it. A wholly blank column is fine.
    """
    require_columns(submission, [column])
    series = submission[column]
    if not allow_blank and series.hasnans:
        row = row_of_file(submission, int(series.isna().argmax()))
        refuse(f"Column '{column}' is blank in row {row}; 'NA', 'null', 'None' etc. are read as blank.")
    if _is_text(series):
        return series.fillna("") if series.hasnans else series
    present = series.dropna()
    if not allow_numbers and len(present) and not _holds_text(present):
        refuse(f"Column '{column}' must hold text, but pandas reads it as numbers or True/False only.")
    if series.dtype == np.int64:
        return pd.Series(pc.cast(pa.array(series), pa.large_string()).to_pandas(), dtype="str")
    written = ["" if blank else str(value) for value, blank in zip(series.tolist(), series.isna(), strict=True)]
    return pd.Series(written, dtype="str")


def _holds_text(present: pd.Series[Any]) -> bool:
    """True and False among blanks come as objects, and so do whole numbers that are too long for a number."""
    return present.dtype == object and not any(isinstance(value, bool) for value in present)


def warn_of_unknown(names: Iterable[str], known: Collection[str], column: str, effect: str) -> None:
    """Warn of names that are no class, blanks among them."""
    if unknown := _unknown(names, known):
        warn(f"Column '{column}' has values that are none of the classes ({listed(unknown)}); {effect}.")


def refuse_unknown(names: Iterable[str], known: Collection[str], column: str) -> None:
    """Refuse names that are no class, blanks among them.

    >>> refuse_unknown(["ash", "elk"], ["ash", "elm"], "tree")
    Traceback (most recent call last):
        ...
    mlebench.errors.InvalidSubmission: Column 'tree' has values that are none of the classes: 'elk'.
    """
    if unknown := _unknown(names, known):
        refuse(f"Column '{column}' has values that are none of the classes: {listed(unknown)}.")


def _unknown(names: Iterable[str], known: Collection[str]) -> list[str]:
    return [name[:SHOWN_LENGTH] for name in sorted(set(names).difference(known))]


def edit_distances(truth: pd.Series[str], given: pd.Series[str]) -> npt.NDArray[np.int64]:
    """The edit distance of each pair of texts; Python holds a few of them at a time."""
    pieces = zip(in_pieces(truth), in_pieces(given), strict=True)
    return np.concatenate([levenshtein(wanted.to_list(), found.to_list()) for wanted, found in pieces])


def in_pieces(table: _Rows, rows: int = 1 << 13) -> Iterator[_Rows]:
    """Some rows at a time, at least one piece, for what takes many times the memory of the rows.

    >>> [piece.to_list() for piece in in_pieces(pd.Series([1, 2, 3]), 2)]
    [[1, 2], [3]]
    """
    return (table.iloc[start : start + rows] for start in range(0, max(len(table), 1), rows))


def single_spaced(submission: pd.DataFrame, column: str) -> pd.DataFrame:
    """With one space between words, and whole numbers that blanks beside them made decimals as whole numbers again.

    >>> single_spaced(pd.DataFrame({"Id": [" w_1  w_2"]}), "Id")["Id"].to_list()
    ['w_1 w_2']
    """
    cells = submission[column]
    if cells.dtype.kind == "f":
        cells = cells.map("{:.0f}".format, na_action="ignore").astype(object)
    elif _is_text(cells):
        cells = cells.str.split().str.join(" ")
    return submission.assign(**{column: cells})


def expected_tokens(language: str, public: Path) -> pd.DataFrame:
    """The ids of the two text-normalisation competitions' tokens, in the order of the public sample submission."""
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
    right[rest] = _words(truth[rest]) == _words(given[rest])
    return float(right.mean())


def _is_text(column: pd.Series[Any]) -> bool:
    return isinstance(column.dtype, pd.StringDtype)


def _words(column: pd.Series[Any]) -> npt.NDArray[np.object_]:
    return (column.fillna("nan") if _is_text(column) else column.map(str)).to_numpy(dtype=object)

"""Which row of a submission answers which row of the test set."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.expected import Expected
from mlebench.grading.columns import require_columns
from mlebench.grading.messages import listed, refuse, reordered, suspect
from mlebench.grading.text_lookup import rows_of_texts

_PLACES_PER_ROW = 4  # of a table of numbers
Rows = Expected | pd.DataFrame  # a grade.py without `check` compares with the answers themselves


def require_rows(submission: pd.DataFrame, expected: Rows) -> None:
    """As many rows as expected; where the ids are known, the refusal names those that are too few or too many.

    >>> expected = Expected(pd.DataFrame({"id": [1, 2, 3]}), ["id", "y"])
    >>> require_rows(pd.DataFrame({"id": [1, 3], "y": 0}), expected)
    Traceback (most recent call last):
        ...
    mlebench.errors.InvalidSubmission: Expected 3 rows, found 2; missing 'id': 2.
    """
    if len(submission) != len(expected):
        refuse(f"Expected {len(expected)} rows, found {len(submission)}{_differing_ids(submission, expected)}.")


def _differing_ids(submission: pd.DataFrame, expected: Rows) -> str:
    """Only where `expected` is public: the first column of a table of answers may be an answer."""
    if not isinstance(expected, Expected) or expected.ids.name not in submission.columns:
        return ""
    on, wanted, given = expected.ids.name, expected.ids, submission[expected.ids.name]
    wanted_ids, given_ids = _comparable(wanted, given)
    if not wanted_ids.is_unique:
        return ""
    position = positions(given_ids, among=wanted_ids)
    counts = np.bincount(position[position >= 0], minlength=len(wanted))
    differing = {"missing": wanted[counts == 0], "unknown": given[position < 0], "repeated": wanted[counts > 1]}
    return "".join(f"; {word} '{on}': {listed(ids.to_numpy())}" for word, ids in differing.items() if len(ids))


def align(submission: pd.DataFrame, expected: Rows, on: str, *, extra_rows: bool = False) -> pd.DataFrame:
    """The submission's rows in the order of the expected ones, paired by the id column `on`.

    Every expected id must stand in the submission exactly once. Unknown ids are refused, or
    dropped with `extra_rows`. Ids compare as v1 reads them: where all ids of a file are numbers, `1`
    and `01` are the same id; where any is not, they are texts and differ.

    >>> align(pd.DataFrame({"id": [2, 1], "y": [0.2, 0.1]}), pd.DataFrame({"id": [1, 2]}), on="id")["y"].tolist()
    [0.1, 0.2]
    """
    require_columns(submission, [on])
    wanted, given = _table(expected)[on], submission[on]
    if len(given) == len(wanted) and given.dtype == wanted.dtype and _same(given, wanted):
        return submission
    wanted_ids, given_ids = _comparable(wanted, given)
    if given_ids.hasnans and not wanted_ids.hasnans:
        refuse(f"{int(given.isna().sum())} rows have no '{on}'.")
    position = positions(given_ids, among=wanted_ids)
    unknown = position < 0
    if unknown.any() and not extra_rows:
        refuse(f"Unknown '{on}': {listed(given[unknown].to_list())}.")
    rows = np.flatnonzero(~unknown)
    position = position[rows]
    counts = np.bincount(position, minlength=len(wanted))
    if (counts > 1).any():
        refuse(f"'{on}' must be unique; repeated: {listed(wanted[counts > 1].to_list())}.")
    if (counts == 0).any():
        refuse(f"Missing '{on}': {listed(wanted[counts == 0].to_list())}.")
    order = np.empty(len(wanted), dtype=np.intp)
    order[position] = rows
    return reordered(submission, order, ids=wanted if wanted.dtype == given.dtype else None)


def by_position(submission: pd.DataFrame, expected: Rows, on: str) -> pd.DataFrame:
    """The submission as it is: v1 of some competitions pairs rows by position and never looks at ids.

    Ids that are absent or differ from the expected ones are kept, and named as a hole that is used.
    """
    require_rows(submission, expected)
    if on not in submission.columns:
        suspect(f"There is no column '{on}'; rows were paired by position.")
    elif not _same(*(pd.Series(ids) for ids in _comparable(_table(expected)[on], submission[on]))):
        suspect(f"Rows are not in the order of the test set's '{on}', yet were paired by position.")
    return submission


def _table(expected: Rows) -> pd.DataFrame:
    """The wanted rows."""
    return expected.rows if isinstance(expected, Expected) else expected


def _same(left: pd.Series[Any], right: pd.Series[Any]) -> bool:
    return left.reset_index(drop=True).equals(right.reset_index(drop=True))


def _comparable(wanted: pd.Series[Any], given: pd.Series[Any]) -> tuple[pd.Index[Any], pd.Index[Any]]:
    """Both id columns as one type: numbers where both are, texts otherwise."""
    if wanted.dtype.kind in "iuf" and given.dtype.kind in "iuf":
        return pd.Index(wanted), pd.Index(given)
    return pd.Index(wanted.astype("str")), pd.Index(given.astype("str"))


def positions(given: pd.Series[Any] | pd.Index[Any], among: pd.Series[Any] | pd.Index[Any]) -> npt.NDArray[np.intp]:
    """For each given id its row in `among`, where each stands once; -1 for those that are not there.

    Ids of different types are never equal.

    >>> positions(pd.Series(["b", "x"]), pd.Series(["a", "b"])).tolist()
    [1, -1]
    """
    texts = [isinstance(ids.dtype, pd.StringDtype) for ids in (given, among)]
    if not any(texts):
        found = _rows_of_numbers(given.to_numpy(), among.to_numpy())
        return pd.Index(among).get_indexer(pd.Index(given)) if found is None else found
    if not all(texts):
        return np.full(len(given), -1)
    found = rows_of_texts(given, among)
    if found is None:
        found = pc.fill_null(pc.index_in(_array(given), value_set=_array(among)), -1).to_numpy().astype(np.intp)
    return found


def all_differ(ids: pd.Series[Any]) -> bool:
    """Whether each id stands once, as `is_unique` says it, which copies all texts to find out."""
    return (isinstance(ids.dtype, pd.StringDtype) and rows_of_texts(ids, ids) is not None) or bool(ids.is_unique)


def _rows_of_numbers(given: npt.NDArray[Any], among: npt.NDArray[Any]) -> npt.NDArray[np.intp] | None:
    """By a table with a place for each number; None where they do not lie close together, or one stands twice."""
    if given.dtype != np.int64 or among.dtype != np.int64 or not len(among):
        return None
    lowest, highest = int(among.min()), int(among.max())
    if highest - lowest >= _PLACES_PER_ROW * len(among):
        return None
    row_at = np.full(highest - lowest + 2, -1)  # the last for all other numbers
    row_at[among - lowest] = np.arange(len(among))
    if np.count_nonzero(row_at >= 0) < len(among):
        return None
    inside = (given >= lowest) & (given <= highest)
    return row_at[np.where(inside, given - lowest, -1)]


def _array(texts: pd.Series[Any] | pd.Index[Any]) -> pa.LargeStringArray | pa.ChunkedArray:
    return pa.array(texts, type=pa.large_string(), from_pandas=True)


def sorted_as_v1(frame: pd.DataFrame, on: str) -> pd.DataFrame:
    """The rows in the order of `order_as_v1` of the column `on`."""
    return reordered(frame, order_as_v1(frame[on]))


def order_as_v1(ids: pd.Series[Any]) -> npt.NDArray[np.intp]:
    """Which rows come one after the other when sorted by their ids, blanks last.

    The sort is NumPy's quicksort, which is not stable: among equal values v1's order depends on it.
    """
    blank = ids.isna().to_numpy()
    if not blank.any():
        return _quicksort(ids)
    rows = np.flatnonzero(~blank)
    return np.concatenate([rows[_quicksort(ids[~blank])], np.flatnonzero(blank)])


def _quicksort(values: pd.Series[Any]) -> npt.NDArray[np.intp]:
    if values.dtype.kind in "iufb":
        return values.to_numpy().argsort(kind="quicksort")
    ranks: npt.NDArray[np.uint64] = pc.rank(_array(values.astype("str")), tiebreaker="dense").to_numpy()
    if ranks.max(initial=0) < len(ranks):
        # NumPy sorts objects by their comparisons alone, and ranks compare as their texts do.
        return ranks.astype(object).argsort(kind="quicksort")
    order = np.empty(len(ranks), dtype=np.intp)
    order[ranks - 1] = np.arange(len(ranks))
    return order

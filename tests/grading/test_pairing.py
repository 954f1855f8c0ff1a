from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.errors import InvalidSubmission, SubmissionWarning
from mlebench.grading import Expected, align, all_differ, by_position, numbers, positions, require_rows, sorted_as_v1


def table(ids: list[object], values: list[object] | None = None) -> pd.DataFrame:
    return pd.DataFrame({"id": ids, "y": values if values is not None else list(range(len(ids)))})


@given(st.lists(st.integers(-1000, 1000), unique=True, min_size=1, max_size=50), st.randoms(use_true_random=False))
def test_alignment_restores_any_order(ids: list[int], random: object) -> None:
    order = np.random.default_rng(len(ids)).permutation(len(ids))
    answers = table(list(ids))
    aligned = align(answers.iloc[order], answers, on="id")
    assert aligned["y"].tolist() == answers["y"].tolist()
    assert aligned["id"].tolist() == ids


@pytest.mark.parametrize(
    ("given_ids", "message"),
    [
        ([1, 2], "Missing 'id': 3"),
        ([1, 2, 2], "repeated: 2"),
        ([1, 2, 4], "Unknown 'id': 4"),
        ([1, 2, None], "1 rows have no 'id'"),
        (["1", "2", "x"], "Unknown 'id': 'x'"),
    ],
)
def test_alignment_says_what_is_wrong(given_ids: list[object], message: str) -> None:
    with pytest.raises(InvalidSubmission, match=message):
        align(table(given_ids), table([1, 2, 3]), on="id")


def test_numeric_ids_match_whatever_their_type() -> None:
    aligned = align(table([3.0, 1.0, 2.0]), table([1, 2, 3]), on="id")
    assert aligned["y"].tolist() == [1, 2, 0]
    assert align(table(["3", "1", "2"]), table([1, 2, 3]), on="id")["y"].tolist() == [1, 2, 0]


def test_text_ids_with_leading_zeros_differ() -> None:
    with pytest.raises(InvalidSubmission, match="Unknown 'id'"):
        align(table([1, 2]), table(["01", "02x"]), on="id")


def test_extra_rows_may_be_dropped() -> None:
    aligned = align(table(["b", "z", "a"]), table(["a", "b"]), on="id", extra_rows=True)
    assert aligned["y"].tolist() == [2, 0]


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        ([1, 3], r"Expected 3 rows, found 2; missing 'id': 2\."),
        (["a"], r"found 1; missing 'id': 1, 2, 3; unknown 'id': 'a'\."),
        ([1, 2, 3, 9], r"found 4; unknown 'id': 9\."),
        ([1, 2, 3, 3], r"found 4; repeated 'id': 3\."),
        ([1, None], r"found 2; missing 'id': 2, 3; unknown 'id': nan\."),
        (list(range(1, 100)), r"unknown 'id': 4, 5, 6, 7, 8 and 91 more\."),
    ],
)
def test_number_of_rows_is_refused_with_the_ids_that_differ(ids: list[Any], told: str) -> None:
    expected = Expected(pd.DataFrame({"id": [1, 2, 3]}), ["id", "y"])
    with pytest.raises(InvalidSubmission, match=told):
        require_rows(pd.DataFrame({"id": ids}), expected)


def test_number_of_rows_without_ids_to_compare() -> None:
    expected = Expected(pd.DataFrame({"id": [1, 1, 2]}), ["id", "y"])
    with pytest.raises(InvalidSubmission, match=r"found 1\.$"):
        require_rows(pd.DataFrame({"y": [1]}), expected)
    with pytest.raises(InvalidSubmission, match=r"found 2\.$"):
        require_rows(pd.DataFrame({"id": [1, 2]}), expected)
    with pytest.raises(InvalidSubmission, match=r"found 1\.$"):
        require_rows(pd.DataFrame({"id": [1]}), pd.DataFrame({"id": [7, 8]}))  # answers: their values stay private


def test_pairing_by_position_warns_where_ids_differ() -> None:
    with pytest.warns(SubmissionWarning, match="paired by position"):
        by_position(table([2, 1]), table([1, 2]), on="id")
    with pytest.warns(SubmissionWarning, match="no column 'id'"):
        by_position(table([2, 1]).drop(columns="id"), table([1, 2]), on="id")


def test_messages_name_the_row_of_the_file_not_of_the_aligned_table() -> None:
    answers = table([1, 2, 3])
    shuffled = table([3, 1, 2], [None, 0.5, 0.5])
    with pytest.raises(InvalidSubmission, match="the first in row 1"):
        numbers(align(shuffled, answers, on="id"), "y")


def test_an_endless_id_is_cut_in_the_message() -> None:
    with pytest.raises(InvalidSubmission) as caught:
        align(table(["x" * 1_000_000]), table(["a"]), on="id")
    assert len(caught.value.message) < 200


def test_another_count_of_rows_is_refused() -> None:
    with pytest.raises(InvalidSubmission, match="Expected 2 rows, found 1"):
        require_rows(table([1]), table([1, 2]))


@pytest.mark.parametrize("kind", ["str", "int64", "float64"])
def test_ids_are_found_among_others(kind: str) -> None:
    among, wanted = pd.Series([3, 1, 2], dtype=kind), pd.Series([2, 9, 3, 2], dtype=kind)
    assert positions(wanted, among).tolist() == [2, -1, 0, 2]
    assert positions(pd.Index(wanted), pd.Index(among)).tolist() == [2, -1, 0, 2]


def test_missing_ids_are_found_only_among_missing_ones() -> None:
    wanted = pd.Series(["a", None], dtype="str")
    assert positions(wanted, pd.Series(["a", "b"])).tolist() == [0, -1]
    assert positions(wanted, pd.Series([None, "a"], dtype="str")).tolist() == [1, 0]


def test_a_number_is_no_text() -> None:
    assert positions(pd.Series([1, 2]), pd.Series(["1", "2"])).tolist() == [-1, -1]


@pytest.mark.parametrize(
    "ids",
    [[], ["a", "b"], ["a", "a"], ["a", None], ["a", None, None], ["x" * 300, "y"], ["x" * 300] * 2, [1, 2], [1, 1]],
)
def test_ids_differ_as_pandas_says(ids: list[object]) -> None:
    assert all_differ(pd.Series(ids)) == pd.Series(ids).is_unique


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (["b", "a", "c"], [1, 0, 2]),
        (["b", None, "a"], [2, 0, 1]),
        ([10, 9, 100], [1, 0, 2]),
        ([2.5, np.nan, -1.0], [2, 0, 1]),
        ([True, None, False], [2, 0, 1]),
        ([None, None], [0, 1]),
    ],
)
def test_sorts_texts_and_numbers_with_blanks_last(ids: list[object], expected: list[int]) -> None:
    frame = pd.DataFrame({"id": ids, "row": range(len(ids))})
    assert sorted_as_v1(frame, "id")["row"].tolist() == expected


def test_equal_texts_come_in_the_order_of_numpys_quicksort() -> None:
    ids = np.random.default_rng(0).integers(0, 9, 500).astype(str).astype(object)
    frame = pd.DataFrame({"id": ids, "row": range(500)})
    assert sorted_as_v1(frame, "id")["row"].tolist() == ids.argsort(kind="quicksort").tolist()


@pytest.mark.parametrize(
    ("wanted", "given", "refused"),
    [
        ([5, 6, 9], [9, 5, 6], None),
        ([-(2**63), 2**63 - 1], [2**63 - 1, -(2**63)], None),
        ([1, 2, 3], [1, 2, 2], "'id' must be unique; repeated: 2."),
        ([1, 2, 3], [1, 3, 4], "Unknown 'id': 4."),
        ([1, 3, 4], [1, 2, 4], "Unknown 'id': 2."),
    ],
)
def test_numbers_are_paired_by_a_table_or_refused_as_ever(
    wanted: list[int], given: list[int], refused: str | None
) -> None:
    submission, expected = pd.DataFrame({"id": given, "y": given}), pd.DataFrame({"id": wanted})
    if refused is None:
        assert align(submission, expected, on="id")["y"].tolist() == wanted
    else:
        with pytest.raises(InvalidSubmission, match=re.escape(refused)):
            align(submission, expected, on="id")

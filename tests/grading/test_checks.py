from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.errors import InvalidSubmission, SubmissionWarning
from mlebench.grading import Expected, align, by_position, numbers, probability_rows, require_columns, require_rows


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


def test_columns_and_rows() -> None:
    with pytest.raises(InvalidSubmission, match="Missing column 'z'; found 'id', 'y'"):
        require_columns(table([1]), ["id", "z"])
    with pytest.raises(InvalidSubmission, match="Unexpected column 'y'"):
        require_columns(table([1]), ["id"], exact=True)
    with pytest.raises(InvalidSubmission, match="Expected 2 rows, found 1"):
        require_rows(table([1]), table([1, 2]))


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


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["0.5", "abc"], "row 2 holds 'abc'"),
        ([0.5, None], "1 values that are blank"),
        ([0.5, np.inf], "infinite"),
        ([0.5, -0.1], "below 0"),
        ([1.5, 0.1], "above 1, the first in row 1"),
        (["x" * 10_000_000, "1"], "row 1 holds"),
    ],
)
def test_numbers_say_where_and_what(values: list[object], message: str) -> None:
    with pytest.raises(InvalidSubmission, match=message) as caught:
        numbers(table([1, 2], values), "y", low=0, high=1)
    assert len(caught.value.message) < 300


def test_numbers_of_text_cells_and_booleans() -> None:
    assert numbers(table([1, 2], ["0.5", " 1 "]), "y").tolist() == [0.5, 1.0]
    assert numbers(table([1, 2], [True, False]), "y").tolist() == [1.0, 0.0]
    assert numbers(table([1, 2]), ["id", "y"]).shape == (2, 2)


def test_probability_rows() -> None:
    probability_rows(np.array([[0.5, 0.5]]))
    with pytest.raises(InvalidSubmission, match=r"row 2 adds up to 0\.9"):
        probability_rows(np.array([[0.5, 0.5], [0.5, 0.4]]))


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

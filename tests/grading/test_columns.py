from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.errors import InvalidSubmission, SubmissionWarning
from mlebench.grading import (
    class_numbers,
    cut_numbers,
    distinct,
    numbers,
    numbers_at,
    probability_rows,
    require_columns,
)


def table(ids: list[object], values: list[object] | None = None) -> pd.DataFrame:
    return pd.DataFrame({"id": ids, "y": values if values is not None else list(range(len(ids)))})


def test_missing_and_unexpected_columns_are_named() -> None:
    with pytest.raises(InvalidSubmission, match="Missing column 'z'; found 'id', 'y'"):
        require_columns(table([1]), ["id", "z"])
    with pytest.raises(InvalidSubmission, match="Unexpected column 'y'"):
        require_columns(table([1]), ["id"], exact=True)


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


def column(*cells: str) -> pd.DataFrame:
    return pd.read_csv(io.StringIO("\n".join(["label", *cells, ""])), skip_blank_lines=False)


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (["1", "-5", "99"], [1, -5, 99]),
        (["2.0", "1e3"], [2, 1000]),
        (["True", "False", "TRUE"], [1, 0, 1]),
        ([str(2**64 - 1)], [2**64]),
    ],
)
def test_whole_numbers_are_classes(cells: list[str], labels: list[float]) -> None:
    assert class_numbers(column(*cells), "label").tolist() == labels


@pytest.mark.parametrize(
    "cells",
    [["1", "2.5"], ["1", ""], ["1", "inf"], ["1", "cat"], ["True", ""], ["9" * 30, "1"], ["1e300", "1"]],
)
def test_what_is_no_class_number_is_refused(cells: list[str]) -> None:
    with pytest.raises(InvalidSubmission, match="label"):
        class_numbers(column(*cells), "label")


@pytest.mark.filterwarnings("ignore::mlebench.errors.SubmissionWarning")
@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.booleans()) | st.lists(st.floats(-1e15, 1e15)))
def test_a_cut_number_is_the_integer_that_python_makes(values: list[float]) -> None:
    assert cut_numbers(pd.DataFrame({"y": values}), "y").tolist() == [int(value) for value in values]


@pytest.mark.parametrize("cell", ["", "word", "7.0", "1e300", "inf", "9" * 5000])
def test_what_cannot_be_cut_is_refused_among_texts(cell: str) -> None:
    with pytest.raises(InvalidSubmission):
        cut_numbers(pd.DataFrame({"y": ["3", cell]}), "y")


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e300, 2.0**63])
def test_what_cannot_be_cut_is_refused_among_numbers(value: float) -> None:
    with pytest.raises(InvalidSubmission):
        cut_numbers(pd.DataFrame({"y": [3.0, value]}), "y")


def test_fractions_are_warned_of() -> None:
    with pytest.warns(SubmissionWarning, match="fractions"):
        assert cut_numbers(pd.DataFrame({"y": [2.9, -2.9]}), "y").tolist() == [2, -2]


TABLE = pd.read_csv(io.StringIO("a,b,c\n1,x,\n2,3,inf\n4,5,6\n"))


def test_only_the_rows_that_count_are_looked_at():
    assert numbers_at(TABLE, "b", np.array([2, 1])).tolist() == [5, 3]
    assert numbers_at(TABLE, ["a", "c"], np.array([2])).tolist() == [[4, 6]]


def test_messages_count_the_rows_of_the_file():
    with pytest.raises(InvalidSubmission, match="row 1 holds 'x'"):
        numbers_at(TABLE, "b", np.array([2, 0]))
    with pytest.raises(InvalidSubmission, match="infinite, the first in row 2"):
        numbers_at(TABLE, "c", np.array([1, 2]))
    with pytest.raises(InvalidSubmission, match="blank or not a number, the first in row 1"):
        numbers_at(TABLE, "c", np.array([0]))


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(0, 3)))
def test_distinct_values_are_those_of_numpy(values: list[int]) -> None:
    np.testing.assert_array_equal(distinct(values), np.unique(np.array(values, dtype=np.int64)))


def test_a_value_whose_square_is_infinite_passes_without_a_word() -> None:
    with pytest.warns(SubmissionWarning, match="beyond 1e\\+100"):
        numbers(pd.DataFrame({"y": [1.0, -1e300]}), "y")

"""What `same_texts` pairs is what a dictionary would pair; anything else it leaves to the careful way."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from mlebench.grading.same_texts import same_texts

ODD = ["", "a", "a\x00", "\x00", "aaaaaaaa", "aaaaaaaab", "baaaaaaa", "ä" * 8, "x" * 256, "page 1", "page 01"]


def column(texts: list[str | None]) -> pd.Series:
    return pd.Series(texts, dtype="str")


@pytest.mark.parametrize("size", [len(ODD), 1000, 40_000])
def test_rows_are_paired_whatever_the_texts_are_like(size: int) -> None:
    rng = np.random.default_rng(size)
    wanted = ODD + [f"{'id' * (i % 7)}_{i:x}.jpg" for i in range(size - len(ODD))]
    given = [wanted[i] for i in rng.permutation(size)]
    order = same_texts(column(wanted), column(given))
    assert order is not None
    assert [given[row] for row in order] == wanted


def test_parts_of_a_larger_column_are_paired() -> None:
    texts = pa.chunked_array(
        [pa.array(["left out", "a", "bc"], pa.large_string())[1:], pa.array(["d"], pa.large_string())]
    )
    order = same_texts(column(["d", "a", "bc"]), texts.to_pandas())
    assert order is not None
    assert order.tolist() == [2, 0, 1]


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        (["a", "b"], ["a", "c"]),
        (["a", "b"], ["a"]),
        (["a", "a"], ["a", "a"]),
        (["a", "b"], ["a", "a"]),
        (["a", "b"], ["a", None]),
        (["a", None], ["a", None]),
        (["a", "b"], ["a", "b\x00"]),
        (["abcdefgh1", "abcdefgh2"], ["abcdefgh2", "bbcdefgh1"]),
        ([], []),
        (["", ""], ["", ""]),
        (["x" * 257, "y"], ["y", "x" * 257]),
    ],
)
def test_anything_but_the_same_texts_once_each_is_left_alone(wanted: list[str | None], given: list[str | None]) -> None:
    assert same_texts(column(wanted), column(given)) is None

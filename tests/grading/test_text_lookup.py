"""Texts are found where a dictionary would find them; what is doubtful is left to the slow way."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from mlebench.grading.text_lookup import rows_of_texts

ODD = ["", "a", "a\x00", "\x00", "aaaaaaaa", "aaaaaaaab", "baaaaaaa", "ä" * 8, "x" * 256, "page 1", "page 01"]


def column(texts: list[str | None]) -> pd.Series:
    return pd.Series(texts, dtype="str")


@pytest.mark.parametrize("size", [len(ODD), 1000, 40_000])
def test_texts_are_found_whatever_they_are_like(size: int) -> None:
    rng = np.random.default_rng(size)
    among = ODD + [f"{'id' * (i % 7)}_{i:x}.jpg" for i in range(size - len(ODD))]
    given = [f"{among[i]}{'?' if i % 5 == 4 else ''}"[:256] for i in rng.integers(size, size=size + 7)]
    row_of = {text: row for row, text in enumerate(among)}
    found = rows_of_texts(column(given), column(among))
    assert found is not None
    assert found.tolist() == [row_of.get(text, -1) for text in given]


def test_parts_of_a_larger_column_are_found() -> None:
    chunks = [pa.array(["left out", "a", "bc"], pa.large_string())[1:], pa.array(["d"], pa.large_string())]
    found = rows_of_texts(column(["d", "a", "left out", "bc"]), pa.chunked_array(chunks).to_pandas())
    assert found is not None
    assert found.tolist() == [2, 0, -1, 1]


@pytest.mark.parametrize(
    ("given", "among"),
    [
        (["a"], ["a", "a"]),
        (["a"], ["a", "b", "", "c", ""]),
        (["a"], ["a", None]),
        ([None], ["a"]),
        ([], ["a"]),
        (["a"], []),
        (["a"], ["x" * 257]),
        (["x" * 257], ["a"]),
    ],
)
def test_what_is_doubtful_is_left_alone(given: list[str | None], among: list[str | None]) -> None:
    assert rows_of_texts(column(given), column(among)) is None

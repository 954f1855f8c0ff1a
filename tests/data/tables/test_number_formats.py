from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data.tables.number_formats import general_texts, shortest_texts

EDGES = [0.0, -0.0, 1e-5, 1e-4, 0.1, 1, 99.99999999995, 9999999999.5, 123456789, 1e9, 1e10, 1e16, 1e300, 5e-324]
HALVES = [1.00000000005, 2.5000000005, 0.12345678905, 12.345678905, 1234567890.5, 0.00099999999995]
EDGES_OF_32 = [1e-4, 1.1e-4, 9.9e-5, 0, -0.0, 1, 16777216, 1e6, 999999, 6.2360854, np.nan, np.inf]


def as_pandas_writes(column: npt.NDArray[np.floating]) -> list[str]:
    return pd.DataFrame({"a": column, "b": 1}).to_csv(index=False).replace(",1\n", "\n").splitlines()[1:]


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False) | st.floats(-1000, 1000), max_size=20),
    st.integers(1, 12),
)
def test_it_is_pythons_formatting(values: list[float], digits: int) -> None:
    assert general_texts(np.array(values), digits).to_pylist() == [f"{value:.{digits}g}" for value in values]


@pytest.mark.parametrize("sign", [1, -1])
def test_edges_and_numbers_near_a_half(sign: int) -> None:
    values = [sign * value for value in EDGES + HALVES]
    assert general_texts(np.array(values), 10).to_pylist() == [f"{value:.10g}" for value in values]


def test_many_numbers() -> None:
    rng = np.random.default_rng(0)
    values = np.concatenate([rng.random(200_000) * 50, rng.random(50_000).astype(np.float32), rng.random(9000) / 1e5])
    assert general_texts(values, 10).to_pylist() == [f"{value:.10g}" for value in values.tolist()]


@given(st.lists(st.floats(width=32) | st.floats(-8, 8, width=32), max_size=20))
def test_32_bit_floats_are_written_as_pandas_writes_them(values: list[float]) -> None:
    column = np.array(values, dtype=np.float32)
    assert shortest_texts(column).to_pylist() == as_pandas_writes(column)


@given(st.lists(st.floats() | st.floats(-8, 8), max_size=20))
def test_64_bit_floats_are_written_as_pandas_writes_them(values: list[float]) -> None:
    column = np.array(values)
    assert shortest_texts(column).to_pylist() == as_pandas_writes(column)


def test_floats_at_the_edges() -> None:
    short, long = np.array(EDGES_OF_32, dtype=np.float32), np.array([*EDGES, *HALVES, np.nan, -np.inf])
    assert shortest_texts(short).to_pylist() == as_pandas_writes(short)
    assert shortest_texts(long).to_pylist() == as_pandas_writes(long)

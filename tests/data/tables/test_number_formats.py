import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data.progress import listening
from mlebench.data.tables import number_formats
from mlebench.data.tables.number_formats import float32_texts, general_format
from tests.data.listener import Counter

EDGES = [0.0, -0.0, 1e-5, 1e-4, 0.1, 1, 99.99999999995, 9999999999.5, 123456789, 1e9, 1e10, 1e16, 1e300, 5e-324]
HALVES = [1.00000000005, 2.5000000005, 0.12345678905, 12.345678905, 1234567890.5, 0.00099999999995]


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False) | st.floats(-1000, 1000), max_size=20),
    st.integers(1, 12),
)
def test_it_is_pythons_formatting(values, digits):
    assert list(general_format(values, digits)) == [f"{value:.{digits}g}" for value in values]


@pytest.mark.parametrize("sign", [1, -1])
def test_edges_and_numbers_near_a_half(sign):
    values = [sign * value for value in EDGES + HALVES]
    assert list(general_format(values)) == [f"{value:.10g}" for value in values]


def test_many_numbers():
    rng = np.random.default_rng(0)
    values = np.concatenate([rng.random(200_000) * 50, rng.random(50_000).astype(np.float32), rng.random(9000) / 1e5])
    assert list(general_format(values)) == [f"{value:.10g}" for value in values.tolist()]


def test_pieces_on_several_threads_keep_their_order(monkeypatch):
    monkeypatch.setattr(number_formats, "_PIECE", 7)
    values = np.arange(100) / 8
    with listening(Counter(), workers=3):
        assert list(general_format(values)) == [f"{value:.10g}" for value in values.tolist()]


@given(st.lists(st.floats(width=32, allow_nan=False) | st.floats(-8, 8, width=32), max_size=20))
def test_32_bit_floats_are_written_as_pandas_writes_them(values):
    column = np.array(values, dtype=np.float32)
    written = pd.DataFrame({"a": column, "b": 1}).to_csv(index=False).splitlines()[1:]
    assert [f"{text},1" for text in float32_texts(column)] == written


def test_32_bit_floats_at_the_edges():
    column = np.array([1e-4, 1.1e-4, 9.9e-5, 0, -0.0, 1, 16777216, 1e6, 999999, 6.2360854], dtype=np.float32)
    assert list(float32_texts(column)) == column.astype(str).tolist()

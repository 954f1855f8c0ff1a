import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data.v1_floats import v1_float, v1_floats


@given(st.decimals(-1000, 1000, places=9).map(str))
def test_short_numbers_are_rounded_exactly(text):
    assert v1_float(text) == float(text)


@given(st.floats(-200, 200).map(repr))
def test_long_numbers_are_off_in_the_last_digit_at_most(text):
    assert v1_float(text) == pytest.approx(float(text), rel=1e-15, abs=1e-300)


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("-7.", -7), (".5", 0.5), ("123456789012345678901", 123456789012345678901.0), ("1e3", 1000)],
)
def test_forms_of_numbers(text, value):
    assert v1_float(text) == value


def test_blanks_are_missing():
    assert v1_floats(pd.Series(["1.5", None])).isna().tolist() == [False, True]

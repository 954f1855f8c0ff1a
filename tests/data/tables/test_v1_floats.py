import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data.tables.v1_floats import v1_float, v1_floats


@given(st.decimals(-1000, 1000, places=9).map(str))
def test_short_numbers_are_rounded_exactly(text):
    assert v1_float(text) == float(text)


@given(st.lists(st.one_of(st.floats(-200, 200), st.floats(-1e250, 1e250)).map(repr), min_size=50, max_size=50))
def test_long_numbers_are_those_of_pandas_former_parser(texts):
    content = "\n".join(["number,", *(f"{text}," for text in texts)])
    former = pd.read_csv(io.StringIO(content), usecols=["number"], float_precision="high")["number"]
    ours = v1_floats(pd.Series(texts))
    usual = former.abs().between(1e-250, 1e250) | (former == 0)
    assert (ours[usual] == former[usual]).all()


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("-7.", -7), (".5", 0.5), ("123456789012345678901", 123456789012345678901.0), ("1e3", 1000)],
)
def test_forms_of_numbers(text, value):
    assert v1_float(text) == value


def test_blanks_are_missing():
    assert v1_floats(pd.Series(["1.5", None])).isna().tolist() == [False, True]

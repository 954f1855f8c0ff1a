import hashlib
from random import Random

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.data.formats.v1_floats import v1_float, v1_floats

DIFFERENT = 2396
FORMER = "bd1a203d10ee15ed2ba881147f8c3647c3d329e4226d1d15e7bc633f995f52b0"


@given(st.decimals(-1000, 1000, places=9).map(str))
def test_short_numbers_are_rounded_exactly(text):
    assert v1_float(text) == float(text)


def test_long_numbers_are_those_of_pandas_former_parser():
    """Recorded with pandas 2.3.3, `read_csv(..., float_precision="high")`; from 3.1 on pandas has no such parser."""
    texts = [repr(number) for number in _long_numbers()]
    assert sum(v1_float(text) != float(text) for text in texts) == DIFFERENT
    assert hashlib.sha256(v1_floats(pd.Series(texts)).to_numpy("<f8").tobytes()).hexdigest() == FORMER


def _long_numbers():
    random = Random(0)
    usual = [random.uniform(-200, 200) for _ in range(5000)]
    return usual + [random.uniform(-10, 10) * 10.0 ** random.randint(-240, 240) for _ in range(5000)]


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("-7.", -7), (".5", 0.5), ("123456789012345678901", 123456789012345678901.0), ("1e3", 1000)],
)
def test_forms_of_numbers(text, value):
    assert v1_float(text) == value


def test_blanks_are_missing():
    assert v1_floats(pd.Series(["1.5", None])).isna().tolist() == [False, True]

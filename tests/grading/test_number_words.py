import re

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mlebench.grading import as_floats, every, split_texts

spaced = st.lists(st.text("ab.é\u3000 \t\x1c\n", max_size=8), min_size=1, max_size=5)
number = st.floats().map(repr) | st.text("0123456789.-e", max_size=8) | st.text("0 1+_.eEinfax٣", max_size=5)


@given(spaced, st.booleans())
def test_words_are_those_of_python(texts, single_spaces):
    counts, words = split_texts(pd.Series(texts, dtype="str"), single_spaces=single_spaces)
    wanted = [text.split(" ") if single_spaces else text.split() for text in texts]
    assert counts.tolist() == list(map(len, wanted))
    assert words.to_pylist() == [word for found in wanted for word in found]


def python_floats(words):
    try:
        return np.array([float(word) for word in words], dtype=float), ""
    except ValueError as error:
        return None, str(error)


@given(st.lists(number, max_size=4))
@example(["1e999", "-1e999", "1e-999"])
@example(["9" * 400, "0." + "0" * 400 + "1"])
@example(["1.", ".5", "-.5e1", "007", "-0"])
def test_numbers_are_those_of_python(words):
    column = pa.array(words, pa.large_string())
    wanted, refusal = python_floats(words)
    if refusal:
        with pytest.raises(ValueError, match=re.escape(refusal)):
            as_floats(column)
    else:
        np.testing.assert_array_equal(as_floats(column), wanted)
        np.testing.assert_array_equal(np.signbit(as_floats(column)), np.signbit(wanted))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 25))
def test_digits_are_rounded_as_python_rounds_them(value, digits):
    word = f"{value:.{digits}e}"
    assert as_floats(pa.array([word.replace("e+", "e")], pa.large_string())).tolist() == [float(word)]


def test_columns_of_groups_are_every_so_many_words():
    words = pa.array(["a", "1", "b", "2"], pa.large_string())
    assert [every(words, 2, first).to_pylist() for first in (0, 1)] == [["a", "b"], ["1", "2"]]

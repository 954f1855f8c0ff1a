import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.grading import InvalidSubmission, SubmissionWarning, cut_numbers


@pytest.mark.filterwarnings("ignore::mlebench.errors.SubmissionWarning")
@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.booleans()) | st.lists(st.floats(-1e15, 1e15)))
def test_is_the_integer_that_python_makes(values: list[float]) -> None:
    assert cut_numbers(pd.DataFrame({"y": values}), "y").tolist() == [int(value) for value in values]


@pytest.mark.parametrize("cell", ["", "word", "7.0", "1e300", "inf", "9" * 5000])
def test_refused_among_texts(cell: str) -> None:
    with pytest.raises(InvalidSubmission):
        cut_numbers(pd.DataFrame({"y": ["3", cell]}), "y")


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e300, 2.0**63])
def test_refused_among_numbers(value: float) -> None:
    with pytest.raises(InvalidSubmission):
        cut_numbers(pd.DataFrame({"y": [3.0, value]}), "y")


def test_fractions_are_warned_of() -> None:
    with pytest.warns(SubmissionWarning, match="fractions"):
        assert cut_numbers(pd.DataFrame({"y": [2.9, -2.9]}), "y").tolist() == [2, -2]

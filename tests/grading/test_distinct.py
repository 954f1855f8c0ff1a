import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mlebench.grading import distinct


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(0, 3)))
def test_distinct_values_are_those_of_numpy(values):
    np.testing.assert_array_equal(distinct(values), np.unique(np.array(values, dtype=np.int64)))

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import mean_absolute_error

from mlebench.metrics.regression import mean_log_mae

ROWS = st.tuples(st.floats(-9, 9), st.floats(10, 90), st.sampled_from("abc"))


@given(st.lists(ROWS, min_size=1, max_size=20))
def test_it_is_the_mean_of_each_groups_logarithm(rows):
    truth, guess, group = (np.array(column) for column in zip(*rows, strict=True))
    slow = [np.log(mean_absolute_error(truth[group == g], guess[group == g])) for g in sorted(set(group))]
    assert mean_log_mae(truth, guess, groups=group) == pytest.approx(np.mean(slow))


def test_a_group_without_error_gives_minus_infinity():
    assert mean_log_mae([1, 2], [1, 5], groups=["a", "b"]) == float("-inf")

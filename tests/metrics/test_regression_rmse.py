import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import root_mean_squared_error, root_mean_squared_log_error

from mlebench.metrics.regression import rmse, rmsle

numbers = st.floats(-1e9, 1e9)
pairs = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=50)


@given(pairs)
def test_rmse_is_that_of_scikit_learn(pairs):
    truth, guess = zip(*pairs, strict=True)
    assert rmse(truth, guess) == pytest.approx(root_mean_squared_error(truth, guess), rel=1e-9, abs=1e-9)


counts = st.floats(0, 1e9)
tables = st.lists(st.tuples(counts, counts, counts, counts), min_size=1, max_size=30).map(np.array)


@given(tables)
def test_rmsle_of_each_column_is_that_of_scikit_learn(table):
    truth, guess = table[:, :2], table[:, 2:]
    expected = root_mean_squared_log_error(truth, guess, multioutput="raw_values")
    np.testing.assert_allclose(rmsle(truth, guess), expected, rtol=1e-9, atol=1e-9)

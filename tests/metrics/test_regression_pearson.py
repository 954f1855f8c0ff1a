import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr

from mlebench.metrics.regression import pearson

PAIRS = st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=3, max_size=30)


@given(PAIRS)
def test_it_is_scipys_correlation(pairs):
    a, b = np.array(pairs, dtype=float).T
    if np.ptp(a) and np.ptp(b):
        assert pearson(a, b) == pytest.approx(pearsonr(a, b).statistic, abs=1e-12)
    else:
        assert math.isnan(pearson(a, b))


def test_very_large_values_do_not_overflow():
    assert pearson([1, 2, 3], [1e300, 2e300, 3e300]) == pytest.approx(1)


def test_a_value_that_is_not_finite_leaves_it_undefined():
    assert math.isnan(pearson([1, 2, 3], [1, float("nan"), 3]))
    assert math.isnan(pearson([1, 2, 3], [1, float("inf"), 3]))

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata, spearmanr

from mlebench.metrics.ranking import mean_ranks, spearman

VALUES = st.integers(-3, 3) | st.just(math.inf)


@given(st.lists(st.tuples(VALUES, VALUES), min_size=3, max_size=30))
def test_it_is_scipys_rank_correlation(pairs):
    a, b = np.array(pairs, dtype=float).T
    if len(set(a)) > 1 and len(set(b)) > 1:
        assert spearman(a, b) == pytest.approx(spearmanr(a, b).statistic, abs=1e-12)
    else:
        assert math.isnan(spearman(a, b))


def test_a_missing_value_leaves_it_undefined():
    assert math.isnan(spearman([1, 2, 3], [1, float("nan"), 2]))


@given(st.lists(VALUES | st.just(math.nan), max_size=30))
def test_ranks_are_those_of_scipy(values):
    np.testing.assert_array_equal(mean_ranks(np.array(values, dtype=float)), rankdata(np.array(values, dtype=float)))

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import log_loss as expected_log_loss

from mlebench.metrics.classification import EPSILON, log_loss

pairs = st.lists(st.tuples(st.integers(0, 1), st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1))), min_size=1)


@given(pairs)
def test_agrees_with_scikit_learn(pairs):
    truth, guess = np.array(pairs).T
    assert log_loss(truth, guess) == pytest.approx(expected_log_loss(truth, guess, labels=[0, 1]))


def test_a_certain_mistake_costs_no_more_than_the_clipping_allows():
    assert log_loss([0], [1.0]) == pytest.approx(-np.log(EPSILON))

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import log_loss as of_sklearn

from mlebench.metrics.classification import EPSILON, multiclass_log_loss

K = 3
row = st.tuples(st.integers(0, K - 1), st.lists(st.floats(0.001, 1), min_size=K, max_size=K))


@given(st.lists(row, min_size=1, max_size=20))
def test_it_is_that_of_scikit_learn(rows):
    classes, weights = zip(*rows, strict=True)
    p = np.array(weights) / np.sum(weights, axis=1, keepdims=True)
    expected = of_sklearn(classes, p, labels=range(K))
    assert multiclass_log_loss(np.eye(K)[list(classes)], p) == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, K - 1), st.integers(0, K - 1)), min_size=1, max_size=20))
def test_a_certain_mistake_costs_the_logarithm_of_epsilon(pairs):
    truth, guess = zip(*pairs, strict=True)
    wrong = np.mean(np.array(truth) != guess)
    loss = multiclass_log_loss(np.eye(K)[list(truth)], np.eye(K)[list(guess)])
    assert loss == pytest.approx(-wrong * math.log(EPSILON), abs=1e-12)


def test_rows_are_not_rescaled():
    assert multiclass_log_loss([[1, 0]], [[0.25, 0.25]]) == pytest.approx(math.log(4))

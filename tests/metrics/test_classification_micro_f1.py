import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import f1_score

from mlebench.metrics.classification import micro_f1

tables = st.tuples(st.integers(1, 12), st.integers(2, 5)).flatmap(
    lambda shape: st.tuples(arrays(bool, shape), arrays(bool, shape))
)


@given(tables)
def test_agrees_with_scikit_learn(tables):
    truth, guess = tables
    assert micro_f1(truth, guess) == pytest.approx(f1_score(truth, guess, average="micro", zero_division=0))


def test_nothing_to_find_and_nothing_found_is_zero():
    assert micro_f1(np.zeros((2, 3)), np.zeros((2, 3))) == 0

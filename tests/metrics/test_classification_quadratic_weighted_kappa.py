import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from mlebench.metrics.classification import kappa_on_scale, quadratic_weighted_kappa


@given(st.lists(st.tuples(st.integers(-3, 9), st.integers(-3, 9)), min_size=2, max_size=60))
def test_agrees_with_scikit_learn(pairs):
    truth, guess = zip(*pairs, strict=True)
    assume(len({*truth, *guess}) > 1)
    expected = cohen_kappa_score(truth, guess, weights="quadratic")
    assert quadratic_weighted_kappa(truth, guess) == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=60))
def test_a_fixed_scale_is_that_of_scikit_learn(pairs):
    truth, guess = zip(*pairs, strict=True)
    assume(len({*truth, *guess}) > 1)
    expected = cohen_kappa_score(truth, guess, labels=range(5), weights="quadratic")
    assert kappa_on_scale(truth, guess) == pytest.approx(expected, abs=1e-9)


def test_values_that_never_occur_leave_no_gap():
    assert quadratic_weighted_kappa([0, 4, 9, 9], [0, 9, 9, 4]) == quadratic_weighted_kappa([0, 1, 2, 2], [0, 2, 2, 1])


def test_one_value_everywhere_has_no_score():
    assert math.isnan(quadratic_weighted_kappa([2, 2], [2, 2]))
    assert math.isnan(kappa_on_scale([2, 2], [2, 2]))

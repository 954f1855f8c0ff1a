import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.metrics.regression import laplace_log_likelihood

ROWS = st.tuples(st.floats(0, 9000), st.floats(-9000, 9000), st.floats(-100, 2000))


@given(st.lists(ROWS, min_size=1, max_size=9))
def test_it_is_the_formula_row_by_row(rows):
    total = 0.0
    for true, predicted, confidence in rows:
        sigma = max(confidence, 70)
        delta = min(abs(true - predicted), 1000)
        total += -math.sqrt(2) * delta / sigma - math.log(math.sqrt(2) * sigma)
    truth, guess, sigmas = zip(*rows, strict=True)
    assert laplace_log_likelihood(truth, guess, sigmas) == pytest.approx(total / len(rows))


def test_an_infinite_prediction_is_only_as_wrong_as_it_gets():
    assert laplace_log_likelihood([0], [math.inf], [70]) == laplace_log_likelihood([0], [1000], [70])

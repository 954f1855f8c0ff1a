import math

from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import mean_absolute_error

from mlebench.metrics.regression import mae

NUMBERS = st.floats(-1e9, 1e9)


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=50))
def test_agrees_with_scikit_learn(pairs: list[tuple[float, float]]) -> None:
    truth, predicted = zip(*pairs)
    assert math.isclose(mae(truth, predicted), mean_absolute_error(truth, predicted), rel_tol=1e-9, abs_tol=1e-9)

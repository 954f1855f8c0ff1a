import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import matthews_corrcoef as of_sklearn

from mlebench.metrics.classification import matthews_corrcoef

rows = st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 3)), min_size=1, max_size=30)


@given(rows)
def test_matthews_correlation_is_that_of_scikit_learn(pairs):
    truth, guess = zip(*pairs, strict=True)
    assert matthews_corrcoef(truth, guess) == pytest.approx(of_sklearn(truth, guess), abs=1e-12)

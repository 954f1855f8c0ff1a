"""average_precision against scikit-learn."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

from mlebench.metrics.classification import average_precision

pairs = st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=1, max_size=30)


@given(pairs)
def test_agrees_with_scikit_learn(rows):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    if not truth.any():
        assert math.isnan(average_precision(truth, score))
    else:
        assert math.isclose(average_precision(truth, score), average_precision_score(truth, score))


def test_constant_score_gives_the_share_of_positives():
    assert average_precision([1, 0, 0, 0], [2, 2, 2, 2]) == 0.25

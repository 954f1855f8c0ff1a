import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import log_loss

from mlebench.metrics.classification import grouped_weighted_log_loss

row = st.tuples(st.integers(0, 1), st.floats(0.01, 0.99), st.floats(0.1, 5), st.integers(0, 3))


@given(st.lists(row, min_size=1, max_size=20))
def test_it_is_the_mean_of_scikit_learns_loss_of_each_group(rows):
    truth, chance, weights, groups = (np.array(column) for column in zip(*rows, strict=True))
    expected = [
        log_loss(truth[part], chance[part], sample_weight=weights[part], labels=[0, 1])
        for part in (groups == g for g in set(groups))
    ]
    result = grouped_weighted_log_loss(truth, chance, weights=weights, groups=groups)
    assert result == pytest.approx(np.mean(expected))

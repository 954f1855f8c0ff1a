import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.metrics.classification import kl_divergence

row = st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any)


@given(st.lists(st.tuples(row, row), min_size=1, max_size=6))
def test_divergence_is_that_of_a_plain_loop(rows):
    truth = [np.array(t) / sum(t) for t, _ in rows]
    guess = [np.array(p) / sum(p) for _, p in rows]
    losses = [
        sum(y * math.log(y / min(max(q, 1e-15), 1 - 1e-15)) for y, q in zip(t, p, strict=True) if y > 0)
        for t, p in zip(truth, guess, strict=True)
    ]
    assert kl_divergence(truth, guess) == pytest.approx(np.mean(losses), abs=1e-12)

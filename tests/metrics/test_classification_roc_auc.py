import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from mlebench.metrics.classification import roc_auc

scores = st.one_of(st.integers(0, 3).map(float), st.floats(-1e300, 1e300), st.sampled_from([math.inf, -math.inf]))
rows = st.lists(st.tuples(st.booleans(), scores), min_size=2, max_size=40).filter(lambda r: len({y for y, _ in r}) == 2)


@given(rows)
def test_it_is_the_share_of_pairs_in_the_right_order(pairs):
    positives, negatives = ([s for y, s in pairs if y is kind] for kind in (True, False))
    wins = [(p > n) + (p == n) / 2 for p in positives for n in negatives]
    truth, score = zip(*pairs, strict=True)
    assert roc_auc(truth, score) == pytest.approx(np.mean(wins))


@given(rows.filter(lambda r: all(math.isfinite(s) for _, s in r)))
def test_it_is_that_of_scikit_learn(pairs):
    truth, score = zip(*pairs, strict=True)
    assert roc_auc(truth, score) == pytest.approx(roc_auc_score(truth, score))


@pytest.mark.parametrize("truth", [[1, 1], [0, 0], []])
def test_one_class_alone_has_no_curve(truth):
    assert math.isnan(roc_auc(truth, [0.5] * len(truth)))

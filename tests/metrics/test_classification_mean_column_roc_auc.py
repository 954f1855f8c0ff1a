import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from mlebench.metrics.classification import mean_column_roc_auc


@st.composite
def tables(draw):
    rows, columns = draw(st.integers(2, 30)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    truth = rng.integers(0, 2, (rows, columns))
    truth[0], truth[1] = 0, 1
    return truth, rng.integers(-5, 5, (rows, columns)) / 3


@given(tables())
def test_agrees_with_scikit_learn(table):
    truth, scores = table
    assert mean_column_roc_auc(truth, scores) == pytest.approx(roc_auc_score(truth, scores, average="macro"))


def test_a_column_of_one_class_has_no_score():
    assert np.isnan(mean_column_roc_auc([[0, 1], [1, 1]], [[0.1, 0.2], [0.3, 0.4]]))

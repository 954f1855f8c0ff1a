import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics import fbeta_score

from mlebench.metrics.segmentation import encode_runs, runs_fbeta

mask = hnp.arrays(bool, 30)


@given(mask, mask, st.sampled_from([0.5, 1, 2]))
def test_fbeta_of_runs_is_that_of_pixels(truth, predicted, beta):
    expected = fbeta_score(truth, predicted, beta=beta, zero_division=0)
    assert runs_fbeta(encode_runs(truth), encode_runs(predicted), beta=beta) == pytest.approx(expected)

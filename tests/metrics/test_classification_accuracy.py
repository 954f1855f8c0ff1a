import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score

from mlebench.metrics.classification import accuracy

labels = st.one_of(st.sampled_from(["a", "b", "a longer one", ""]), st.integers(-1, 2).map(str))


@given(st.lists(st.tuples(labels, labels), min_size=1, max_size=30))
def test_it_is_that_of_scikit_learn(pairs):
    truth, guess = zip(*pairs, strict=True)
    assert accuracy(truth, guess) == pytest.approx(accuracy_score(truth, guess))


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=30))
def test_lists_and_arrays_and_whole_floats_count_alike(pairs):
    truth, guess = (np.array(side) for side in zip(*pairs, strict=True))
    expected = accuracy_score(truth, guess)
    assert accuracy(truth, guess.astype(float)) == pytest.approx(expected)
    assert accuracy(truth.tolist(), guess.tolist()) == pytest.approx(expected)

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from mlebench.metrics.classification import common, f1_of_sets

TABLES = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30)
SETS = st.lists(st.integers(-9, 9), unique=True)


@given(TABLES)
def test_it_is_the_micro_averaged_f1_of_the_table_that_the_sets_describe(cells):
    truth, guess = np.array(cells).T
    expected = f1_score(truth, guess, zero_division=0)
    assert f1_of_sets(np.flatnonzero(truth), np.flatnonzero(guess)) == pytest.approx(expected)


@given(SETS, SETS)
def test_items_of_both_sets_are_those_of_python(a, b):
    assert common(a, b).tolist() == sorted(set(a) & set(b))

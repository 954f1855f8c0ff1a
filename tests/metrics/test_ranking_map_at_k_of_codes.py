import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.metrics.ranking import map_at_k, map_at_k_of_codes

QUERIES = st.lists(
    st.tuples(st.sets(st.integers(0, 5), max_size=4), st.lists(st.integers(-1, 6), min_size=4, max_size=4)),
    min_size=1,
    max_size=5,
)


@given(QUERIES, st.integers(1, 5))
def test_it_is_map_at_k(queries, k):
    relevant, guesses = zip(*queries, strict=True)
    pairs = [(query, item) for query, items in enumerate(relevant) for item in items]
    query, item = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    # A guess that is no known item hits nothing, however often it is made.
    named = [[object() if guess < 0 else guess for guess in row] for row in guesses]
    assert map_at_k_of_codes(query, item, guesses, k=k) == pytest.approx(map_at_k(relevant, named, k=k))

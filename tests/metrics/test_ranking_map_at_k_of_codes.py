import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.metrics.ranking import map_at_k, map_at_k_of_codes

items = st.integers(0, 6)
queries = st.lists(
    st.tuples(st.sets(items, min_size=1), st.lists(st.integers(-1, 6), min_size=4, max_size=4)), min_size=1, max_size=8
)


@given(queries, st.integers(1, 5))
def test_codes_score_as_sets_do(cases, k):
    pairs = [(query, item) for query, (relevant, _) in enumerate(cases) for item in sorted(relevant)]
    fast = map_at_k_of_codes([q for q, _ in pairs], [i for _, i in pairs], [guesses for _, guesses in cases], k=k)
    assert fast == pytest.approx(map_at_k([relevant for relevant, _ in cases], [guesses for _, guesses in cases], k=k))

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

from mlebench.metrics.ranking import average_precision_at_k, map_at_k

items = st.integers(0, 6)
queries = st.lists(st.tuples(st.frozensets(items), st.lists(items, max_size=9)), min_size=1, max_size=5)


def by_definition(relevant, guesses, k):
    """Precision at each of the first k places that holds a relevant item for the first time."""
    places = [i for i, g in enumerate(guesses[:k]) if g in relevant and g not in guesses[:i]]
    precisions = [len(relevant & set(guesses[: i + 1])) / (i + 1) for i in places]
    return sum(precisions) / min(len(relevant), k) if relevant else 0


@given(queries, st.integers(1, 7))
def test_it_is_the_definition(queries, k):
    expected = [by_definition(*query, k) for query in queries]
    assert [average_precision_at_k(*query, k=k) for query in queries] == pytest.approx(expected)
    assert map_at_k(*zip(*queries, strict=True), k=k) == pytest.approx(np.mean(expected))


@given(st.lists(st.booleans(), min_size=1, max_size=12).filter(any))
def test_a_full_ranking_has_the_average_precision_of_scikit_learn(hits):
    relevant = {place for place, hit in enumerate(hits) if hit}
    expected = average_precision_score(hits, -np.arange(len(hits)))
    assert average_precision_at_k(relevant, range(len(hits)), k=len(hits)) == pytest.approx(expected)

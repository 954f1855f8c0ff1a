import math
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from mlebench.metrics.ranking import pooled_kendall_tau, pooled_kendall_tau_of_places


@given(st.permutations(range(17)))
def test_one_list_gives_the_usual_kendall_tau(order):
    assert pooled_kendall_tau([range(17)], [order]) == pytest.approx(kendalltau(list(range(17)), order).statistic)


@given(st.lists(st.integers(2, 9).flatmap(lambda n: st.permutations(range(n))), min_size=1, max_size=6))
def test_lists_are_pooled_before_the_division(orders):
    wrong = sum(a > b for order in orders for i, a in enumerate(order) for b in order[i:])
    pairs = sum(len(order) * (len(order) - 1) for order in orders)
    truth = [sorted(order) for order in orders]
    assert pooled_kendall_tau(truth, orders) == pytest.approx(1 - 4 * wrong / pairs)
    before = accumulate(map(len, orders), initial=0)
    places = [first + place for first, order in zip(before, orders, strict=False) for place in order]
    assert pooled_kendall_tau_of_places(places, list(map(len, orders))) == pytest.approx(1 - 4 * wrong / pairs)


def test_without_any_pair_it_is_not_defined():
    assert math.isnan(pooled_kendall_tau([["a"]], [["a"]]))

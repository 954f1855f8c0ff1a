import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from mlebench.metrics.classification import macro_f1

PAIRS = st.lists(st.tuples(st.integers(-3, 12), st.integers(-3, 12)), min_size=1, max_size=60)


@given(PAIRS)
def test_agrees_with_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    truth, predicted = zip(*pairs)
    assert math.isclose(
        macro_f1(truth, predicted),
        f1_score(truth, predicted, average="macro", zero_division=0),
        abs_tol=1e-12,
    )


@given(PAIRS)
def test_names_of_classes_do_not_matter(pairs: list[tuple[int, int]]) -> None:
    truth, predicted = zip(*pairs)
    assert math.isclose(macro_f1(truth, predicted), macro_f1([f"c{t}" for t in truth], [f"c{p}" for p in predicted]))


def test_nothing_is_no_score() -> None:
    assert np.isnan(macro_f1([], []))

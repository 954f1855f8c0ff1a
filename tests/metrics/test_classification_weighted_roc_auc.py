import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score, roc_curve

from mlebench.metrics.classification import weighted_roc_auc

EDGES, WEIGHTS = (0.0, 0.4, 1.0), (2.0, 1.0)


def area_by_small_steps(truth, score):
    """Integrate the curve along the true positive rate: each level adds its distance to the right edge."""
    false_rate, true_rate, _ = roc_curve(truth, score)
    edges = np.unique(np.concatenate([true_rate, EDGES]))
    area = 0.0
    for low, high in pairwise(edges):
        upper = int(np.argmax(true_rate >= high - 1e-12))
        x = [
            np.interp(level, true_rate[upper - 1 : upper + 1], false_rate[upper - 1 : upper + 1])
            for level in (low, high)
        ]
        area += (high - low) * (1 - sum(x) / 2) * WEIGHTS[0 if high <= EDGES[1] else 1]
    return area / 1.4


@st.composite
def scored(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    truth = np.append([0, 1], rng.integers(0, 2, draw(st.integers(0, 40))))
    return truth, rng.integers(0, draw(st.integers(1, 30)), len(truth)) / 3


@given(scored())
def test_agrees_with_a_slow_integral(table):
    assert weighted_roc_auc(*table) == pytest.approx(area_by_small_steps(*table))


@given(scored())
def test_equal_weights_give_the_usual_area(table):
    assert weighted_roc_auc(*table, weights=(1, 1)) == pytest.approx(roc_auc_score(*table))


def test_perfect_inverted_and_constant_scores():
    assert weighted_roc_auc([0, 0, 1, 1], [1, 2, 3, 4]) == 1
    assert weighted_roc_auc([0, 0, 1, 1], [4, 3, 2, 1]) == 0
    assert weighted_roc_auc([0, 1], [1, 1]) == pytest.approx(0.82 / 1.4)


def test_one_class_has_no_score():
    assert math.isnan(weighted_roc_auc([1, 1], [0.1, 0.2]))
    assert math.isnan(weighted_roc_auc([0, 0], [0.1, 0.2]))

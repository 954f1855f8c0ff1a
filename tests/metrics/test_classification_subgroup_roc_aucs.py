import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pmean
from sklearn.metrics import roc_auc_score

from mlebench.metrics.classification import power_mean, subgroup_roc_aucs

ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 4), st.booleans()), min_size=2, max_size=25)


@given(ROWS)
def test_each_area_is_scikit_learns_on_the_chosen_rows(rows):
    truth, score, group = (np.array(column) for column in zip(*rows, strict=True))
    chosen = [group, (truth & ~group) | (~truth & group), (truth & group) | (~truth & ~group)]
    for area, which in zip(subgroup_roc_aucs(truth, score, group[:, None])[0], chosen, strict=True):
        if len(set(truth[which])) < 2:
            assert np.isnan(area)
        else:
            assert area == pytest.approx(roc_auc_score(truth[which], score[which]))


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=9), st.sampled_from([-5, -1, 2]))
def test_the_power_mean_is_scipys(values, exponent):
    assert power_mean(values, exponent) == pytest.approx(pmean(values, exponent))


def test_one_zero_makes_a_negative_power_mean_zero():
    assert power_mean([0.0, 1.0], -5) == 0

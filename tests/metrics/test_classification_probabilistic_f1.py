import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from mlebench.metrics.classification import probabilistic_f1

rows = st.lists(st.tuples(st.booleans(), st.floats(-1, 2)), min_size=1, max_size=20)


@given(rows)
def test_it_is_the_harmonic_mean_of_precision_and_recall(pairs):
    found = sum(min(max(p, 0), 1) for y, p in pairs if y)
    alarms = sum(min(max(p, 0), 1) for y, p in pairs if not y)
    expected = 0.0
    if found > 1e-9:
        precision, recall = found / (found + alarms), found / sum(y for y, _ in pairs)
        expected = 2 * precision * recall / (precision + recall)
    truth, chance = zip(*pairs, strict=True)
    assert probabilistic_f1(truth, chance) == pytest.approx(expected, abs=1e-8)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=20))
def test_with_certain_predictions_it_is_the_usual_f1(pairs):
    truth, guess = zip(*pairs, strict=True)
    assert probabilistic_f1(truth, guess) == pytest.approx(f1_score(truth, guess, zero_division=0))

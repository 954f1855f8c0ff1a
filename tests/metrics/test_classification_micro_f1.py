import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score
from sklearn.preprocessing import MultiLabelBinarizer

from mlebench.metrics.classification import micro_f1

labels = st.sets(st.sampled_from("abcde"))
rows = st.lists(st.tuples(labels, labels), min_size=1, max_size=12)


@given(rows)
def test_agrees_with_scikit_learn_on_the_labels_of_the_truth(rows):
    truth, guess = ([set(row) for row in side] for side in zip(*rows, strict=True))
    known = sorted(set().union(*truth))
    tables = [
        MultiLabelBinarizer(classes=known).fit_transform([row & set(known) for row in side]) for side in (truth, guess)
    ]
    wanted = f1_score(*tables, average="micro", zero_division=0) if known else 0
    assert micro_f1(truth, guess) == pytest.approx(wanted)


def test_nothing_to_find_and_nothing_found_is_zero():
    assert micro_f1([set(), set()], [set(), {"a"}]) == 0

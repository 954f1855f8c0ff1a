"""Splits without scikit-learn are scikit-learn's own."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import ShuffleSplit, train_test_split

from mlebench.data import DataError, split_rows
from mlebench.data.splits.seeded import split_positions

SEEDS = st.integers(0, 2**32 - 1)
SHARES = st.floats(0, 1, exclude_min=True, exclude_max=True)


def outcome(split, *arguments, **options):
    """Both parts, or None where a part would be empty."""
    try:
        return [np.asarray(part).tolist() for part in split(*arguments, **options)]
    except (ValueError, DataError):
        return None


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 400), st.one_of(SHARES, st.integers(1, 400)), SEEDS)
def test_positions_are_those_of_shuffle_split(count, test_size, seed):
    theirs = ShuffleSplit(1, test_size=test_size, random_state=seed)
    assert outcome(split_positions, count, test_size, seed=seed) == outcome(lambda: next(theirs.split(range(count))))


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 60), st.integers(1, 60), SEEDS)
def test_rows_are_those_of_train_test_split(count, test_size, seed):
    names = [f"row {number}" for number in range(count)]
    frame = pd.DataFrame({"name": names, "number": range(count)}, index=range(7, 7 + count))
    for rows in (names, frame["name"]):
        theirs = outcome(train_test_split, rows, test_size=test_size, random_state=seed)
        assert outcome(split_rows, rows, test_size, seed=seed) == theirs
    if theirs is not None:
        theirs = train_test_split(frame, test_size=test_size, random_state=seed)
        for mine, other in zip(split_rows(frame, test_size, seed=seed), theirs, strict=True):
            pd.testing.assert_frame_equal(mine, other)


def test_labels_keep_their_shares_in_both_parts():
    labels = pd.Series(["a"] * 30 + ["b"] * 10)
    train, test = split_rows(labels, 0.5, stratify=labels)
    assert train.value_counts().to_dict() == test.value_counts().to_dict() == {"a": 15, "b": 5}


@pytest.mark.parametrize("test_size", [0.5, 1, 3])
def test_one_row_is_not_split(test_size):
    with pytest.raises(DataError, match="1 rows cannot be split"):
        split_rows(["only"], test_size)

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import train_test_split

from mlebench.data import split_sorted_groups


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from("edcba"), min_size=12).filter(lambda names: len(set(names)) > 1))
def test_it_is_the_split_of_a_list_of_groups(names):
    frame = pd.DataFrame({"name": names, "row": range(len(names))})
    groups = [part for _, part in frame.groupby("name")]
    slow = [pd.concat(parts) for parts in train_test_split(groups, test_size=0.3, random_state=0)]
    for mine, theirs in zip(split_sorted_groups(frame, "name", 0.3), slow, strict=True):
        pd.testing.assert_frame_equal(mine, theirs)

import numpy as np
import pandas as pd
import pytest

from mlebench.grading import sorted_as_v1


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (["b", "a", "c"], [1, 0, 2]),
        (["b", None, "a"], [2, 0, 1]),
        ([10, 9, 100], [1, 0, 2]),
        ([2.5, np.nan, -1.0], [2, 0, 1]),
        ([True, None, False], [2, 0, 1]),
        ([None, None], [0, 1]),
    ],
)
def test_sorts_texts_and_numbers_with_blanks_last(ids: list[object], expected: list[int]) -> None:
    frame = pd.DataFrame({"id": ids, "row": range(len(ids))})
    assert sorted_as_v1(frame, "id")["row"].tolist() == expected


def test_equal_texts_come_in_the_order_of_numpys_quicksort() -> None:
    ids = np.random.default_rng(0).integers(0, 9, 500).astype(str).astype(object)
    frame = pd.DataFrame({"id": ids, "row": range(500)})
    assert sorted_as_v1(frame, "id")["row"].tolist() == ids.argsort(kind="quicksort").tolist()

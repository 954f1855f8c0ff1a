import pandas as pd
import pytest

from mlebench.grading import positions


@pytest.mark.parametrize("kind", ["str", "int64", "float64"])
def test_ids_are_found_among_others(kind: str) -> None:
    among, given = pd.Series([3, 1, 2], dtype=kind), pd.Series([2, 9, 3, 2], dtype=kind)
    assert positions(given, among).tolist() == [2, -1, 0, 2]
    assert positions(pd.Index(given), pd.Index(among)).tolist() == [2, -1, 0, 2]


def test_missing_ids_are_found_only_among_missing_ones() -> None:
    given = pd.Series(["a", None], dtype="str")
    assert positions(given, pd.Series(["a", "b"])).tolist() == [0, -1]
    assert positions(given, pd.Series([None, "a"], dtype="str")).tolist() == [1, 0]


def test_a_number_is_no_text() -> None:
    assert positions(pd.Series([1, 2]), pd.Series(["1", "2"])).tolist() == [-1, -1]

import io

import pandas as pd
import pytest

from mlebench.errors import InvalidSubmission
from mlebench.grading import class_numbers


def column(*cells: str) -> pd.DataFrame:
    return pd.read_csv(io.StringIO("\n".join(["label", *cells, ""])), skip_blank_lines=False)


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (["1", "-5", "99"], [1, -5, 99]),
        (["2.0", "1e3"], [2, 1000]),
        (["True", "False", "TRUE"], [1, 0, 1]),
        ([str(2**64 - 1)], [2**64]),
    ],
)
def test_whole_numbers_are_classes(cells: list[str], labels: list[float]) -> None:
    assert class_numbers(column(*cells), "label").tolist() == labels


@pytest.mark.parametrize(
    "cells",
    [["1", "2.5"], ["1", ""], ["1", "inf"], ["1", "cat"], ["True", ""], ["9" * 30, "1"], ["1e300", "1"]],
)
def test_anything_else_is_refused(cells: list[str]) -> None:
    with pytest.raises(InvalidSubmission, match="label"):
        class_numbers(column(*cells), "label")

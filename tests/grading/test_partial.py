import io

import numpy as np
import pandas as pd
import pytest

from mlebench.grading import InvalidSubmission, numbers_at

TABLE = pd.read_csv(io.StringIO("a,b,c\n1,x,\n2,3,inf\n4,5,6\n"))


def test_only_the_rows_that_count_are_looked_at():
    assert numbers_at(TABLE, "b", np.array([2, 1])).tolist() == [5, 3]
    assert numbers_at(TABLE, ["a", "c"], np.array([2])).tolist() == [[4, 6]]


def test_messages_count_the_rows_of_the_file():
    with pytest.raises(InvalidSubmission, match="row 1 holds 'x'"):
        numbers_at(TABLE, "b", np.array([2, 0]))
    with pytest.raises(InvalidSubmission, match="infinite, the first in row 2"):
        numbers_at(TABLE, "c", np.array([1, 2]))
    with pytest.raises(InvalidSubmission, match="blank or not a number, the first in row 1"):
        numbers_at(TABLE, "c", np.array([0]))

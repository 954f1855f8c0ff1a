import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import arrays
from sklearn.metrics import root_mean_squared_error

from mlebench.metrics.regression import mean_column_rmse

TABLES = arrays(np.float64, (7, 3), elements={"min_value": -99, "max_value": 99})


@given(TABLES, TABLES)
def test_it_is_the_mean_of_each_columns_error(truth, guess):
    assert mean_column_rmse(truth, guess) == pytest.approx(root_mean_squared_error(truth, guess))

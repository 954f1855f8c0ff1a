import math

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics import label_ranking_average_precision_score

from mlebench.metrics.ranking import label_weighted_lrap

SHAPES = st.tuples(st.integers(1, 8), st.integers(2, 9))
TABLES = SHAPES.flatmap(
    lambda shape: st.tuples(
        hnp.arrays(np.int64, shape, elements=st.integers(0, 1)),
        # Few values, so that ties are common.
        hnp.arrays(np.float64, shape, elements=st.sampled_from([-1.5, 0.0, 0.25, 0.5, 7.0])),
    )
)


@given(TABLES)
def test_agrees_with_scikit_learn(tables: tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]) -> None:
    truth, score = tables
    weights = truth.sum(axis=1)
    if not weights.any():
        assert math.isnan(label_weighted_lrap(truth, score))
        return
    scored = weights > 0
    wanted = label_ranking_average_precision_score(truth[scored], score[scored], sample_weight=weights[scored])
    assert math.isclose(label_weighted_lrap(truth, score), wanted, abs_tol=1e-12)

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.spatial.distance import directed_hausdorff

from mlebench.metrics import segmentation
from mlebench.metrics.segmentation import encode_runs, hausdorff_distance, runs_pixels

volume = hnp.arrays(bool, (3, 4, 5))
spacing = st.tuples(*[st.floats(0.1, 3)] * 3)


@given(volume, volume, spacing, st.sampled_from([0, 1 << 18]))
def test_hausdorff_distance_is_the_larger_directed_distance_of_the_points(a, b, steps, few_pairs):
    assume(a.any() and b.any())
    p, q = np.argwhere(a) * steps, np.argwhere(b) * steps
    expected = max(directed_hausdorff(p, q)[0], directed_hausdorff(q, p)[0])
    with patch.object(segmentation, "_FEW_PAIRS", few_pairs):  # pair by pair, or by distance transforms
        assert hausdorff_distance(a, b, spacing=steps) == pytest.approx(expected, abs=1e-12)


@given(hnp.arrays(bool, st.integers(0, 50)))
def test_pixels_of_runs_are_the_true_pixels(mask):
    np.testing.assert_array_equal(runs_pixels(encode_runs(mask)), np.flatnonzero(mask) + 1)

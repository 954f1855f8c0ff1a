import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.metrics.regression import mean_angular_error

ANGLES = st.floats(-7, 7)
DIRECTIONS = st.tuples(ANGLES, ANGLES)


def vector(azimuth, zenith):
    return np.array([np.cos(azimuth) * np.sin(zenith), np.sin(azimuth) * np.sin(zenith), np.cos(zenith)])


@given(st.lists(st.tuples(DIRECTIONS, DIRECTIONS), min_size=1, max_size=9))
def test_it_is_the_angle_between_unit_vectors(pairs):
    slow = [np.arccos(np.clip(vector(*a) @ vector(*b), -1, 1)) for a, b in pairs]
    truth, guess = zip(*pairs, strict=True)
    assert mean_angular_error(truth, guess) == pytest.approx(np.mean(slow), abs=1e-6)


def test_opposite_directions_are_half_a_turn_apart():
    assert mean_angular_error([[0.3, 1.0]], [[0.3 + np.pi, np.pi - 1.0]]) == pytest.approx(np.pi)
    assert mean_angular_error([[0.3, 1.0]], [[0.3 + 2 * np.pi, 1.0]]) == pytest.approx(0, abs=1e-7)

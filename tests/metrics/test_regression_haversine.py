import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.metrics.regression import haversine_distance

place = st.tuples(st.floats(-89, 89), st.floats(-180, 180))


def on_the_sphere(latitude, longitude):
    a, b = np.radians(latitude), np.radians(longitude)
    return np.array([np.cos(a) * np.cos(b), np.cos(a) * np.sin(b), np.sin(a)])


@given(place, place)
def test_distance_is_the_angle_between_two_directions(a, b):
    p, q = on_the_sphere(*a), on_the_sphere(*b)
    angle = np.arctan2(np.linalg.norm(np.cross(p, q)), p @ q)
    assert haversine_distance([a], [b], radius=1)[0] == pytest.approx(angle, abs=1e-7)

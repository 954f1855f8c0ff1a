import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull, QhullError

from mlebench.metrics.detection import box_iou, greedy_matches, rectangle_intersection, upright_box_iou

corner = st.integers(-3, 6)
box = st.tuples(corner, corner, corner, corner)


def slow_iou(a, b):
    width = max(0, min(a[2], b[2]) - max(a[0], b[0]))
    height = max(0, min(a[3], b[3]) - max(a[1], b[1]))
    areas = [(c[2] - c[0]) * (c[3] - c[1]) for c in (a, b)]
    union = sum(areas) - width * height
    return width * height / union if union > 0 else 0


@given(st.lists(box, min_size=1, max_size=4), st.lists(box, min_size=1, max_size=4))
def test_iou_matrix_is_that_of_single_boxes(a, b):
    expected = [[slow_iou(p, q) for q in b] for p in a]
    np.testing.assert_allclose(box_iou(np.array(a)[:, None], np.array(b)[None]), expected)


grouped = st.lists(st.tuples(box, st.integers(0, 2)), max_size=8)


@given(grouped, grouped, st.sampled_from([0.0, 0.2, 0.5]))
def test_greedy_matches_are_those_of_a_plain_loop(found, true, threshold):
    free, expected = list(range(len(true))), []
    for corners, group in found:
        rivals = [place for place in free if true[place][1] == group]
        best = max(rivals, key=lambda place: slow_iou(corners, true[place][0]), default=None)
        expected.append(best is not None and slow_iou(corners, true[best][0]) > threshold)
        if expected[-1]:
            free.remove(best)
    sides = [([row[at] for row in side]) for side in (found, true) for at in (0, 1)]
    assert greedy_matches(*sides, threshold=threshold).tolist() == expected


def corners(x, y, length, width, yaw):
    along, across = np.array([np.cos(yaw), np.sin(yaw)]), np.array([-np.sin(yaw), np.cos(yaw)])
    return [
        np.array([x, y]) + s * along * length / 2 + t * across * width / 2
        for s, t in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]


def slow_intersection(a, b):
    """The hull of all corners of one rectangle in the other and of all crossings of their sides."""
    points = []
    for first, second in ((a, b), (b, a)):
        x, y, length, width, yaw = second
        for p in corners(*first):
            d = p - [x, y]
            u, v = d @ [np.cos(yaw), np.sin(yaw)], d @ [-np.sin(yaw), np.cos(yaw)]
            if abs(u) <= length / 2 + 1e-12 and abs(v) <= width / 2 + 1e-12:
                points.append(p)
    p, q = corners(*a), corners(*b)
    for i in range(4):
        for j in range(4):
            sides = np.column_stack([p[(i + 1) % 4] - p[i], q[j] - q[(j + 1) % 4]])
            if abs(np.linalg.det(sides)) > 1e-12:
                s, t = np.linalg.solve(sides, q[j] - p[i])
                if 0 <= s <= 1 and 0 <= t <= 1:
                    points.append(p[i] + s * sides[:, 0])
    try:
        return ConvexHull(points).volume if len(points) > 2 else 0.0
    except QhullError:  # a point or a line
        return 0.0


rectangle = st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(0.2, 4), st.floats(0.2, 4), st.floats(-4, 4))


@given(rectangle, rectangle)
def test_shared_area_of_rotated_rectangles(a, b):
    assert rectangle_intersection([a], [b])[0] == pytest.approx(slow_intersection(a, b), abs=1e-6)


@given(st.lists(rectangle, min_size=1, max_size=5))
def test_a_rectangle_shares_all_of_itself_also_when_turned_around(rectangles):
    a = np.array(rectangles)
    for turn in (0, np.pi):
        np.testing.assert_allclose(rectangle_intersection(a, np.add(a, [0, 0, 0, 0, turn])), a[:, 2] * a[:, 3])


@given(rectangle, rectangle, st.floats(-1, 1), st.floats(0.5, 2))
def test_upright_iou_is_ground_area_times_height(a, b, z, height):
    boxes = [[r[0], r[1], level, r[3], r[2], tall, r[4]] for r, level, tall in ((a, 0, 1), (b, z, height))]
    overlap = max(0, min(0.5, z + height / 2) - max(-0.5, z - height / 2))
    shared = slow_intersection(a, b) * overlap
    expected = shared / (a[2] * a[3] + b[2] * b[3] * height - shared)
    assert upright_box_iou(boxes[:1], boxes[1:])[0] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("column", "value"), [(2, np.inf), (2, -np.inf), (5, np.inf)])
def test_infinite_boxes_share_nothing(column, value):
    box = np.array([[0, 0, 0, 1, 1, 1, 0.0]])
    other = box.copy()
    other[0, column] = value
    assert upright_box_iou(box, other)[0] == 0

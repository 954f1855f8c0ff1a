import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

from mlebench.metrics import detection
from mlebench.metrics.detection import match_points_to_boxes

numbers = st.integers(0, 5)
points = st.lists(st.tuples(numbers, numbers), max_size=6)
boxes = st.lists(st.tuples(numbers, numbers, st.integers(1, 4), st.integers(1, 4)), max_size=6)


def inside(point, box):
    (px, py), (x, y, width, height) = point, box
    return x < px < x + width and y < py < y + height


def matches(points, boxes):
    """Of one group."""
    return match_points_to_boxes(points, [0] * len(points), boxes, [0] * len(boxes))


@given(points, boxes)
def test_each_box_takes_the_first_free_point_strictly_inside(points, boxes):
    used: set[int] = set()
    for box in boxes:
        candidates = [i for i, point in enumerate(points) if inside(point, box) and i not in used]
        used |= set(candidates[:1])
    assert matches(points, boxes) == len(used)


@given(points.filter(len), boxes.filter(len))
def test_greedy_finds_at_least_half_of_the_best_matching_and_never_more(points, boxes):
    graph = csr_matrix([[inside(point, box) for point in points] for box in boxes])
    best = int((maximum_bipartite_matching(graph) >= 0).sum())
    assert best / 2 <= matches(points, boxes) <= best


@given(st.lists(st.tuples(points, boxes), max_size=5), st.randoms(use_true_random=False), st.integers(1, 8))
def test_groups_do_not_compete_however_they_are_mixed(groups, random, limit):
    rows = [[(group, each) for group, pair in enumerate(groups) for each in pair[kind]] for kind in (0, 1)]
    for mixed in rows:  # the order within a group stays
        order = [group for group, _ in mixed]
        random.shuffle(order)
        left = {group: iter([each for other, each in mixed if other == group]) for group in set(order)}
        mixed[:] = [(group, next(left[group])) for group in order]
    numbers, places = ([[row[part] for row in mixed] for mixed in rows] for part in (0, 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(detection._chunks, "__defaults__", (limit,))
        found = match_points_to_boxes(places[0], numbers[0], places[1], numbers[1])
    assert found == sum(matches(*pair) for pair in groups)

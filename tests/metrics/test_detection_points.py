from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

from mlebench.metrics.detection import match_points_to_boxes

numbers = st.integers(0, 5)
points = st.lists(st.tuples(numbers, numbers), max_size=6)
boxes = st.lists(st.tuples(numbers, numbers, st.integers(1, 4), st.integers(1, 4)), max_size=6)


def inside(point, box):
    (px, py), (x, y, width, height) = point, box
    return x < px < x + width and y < py < y + height


@given(points, boxes)
def test_each_box_takes_the_first_free_point_strictly_inside(points, boxes):
    used: set[int] = set()
    for box in boxes:
        candidates = [i for i, point in enumerate(points) if inside(point, box) and i not in used]
        used |= set(candidates[:1])
    assert match_points_to_boxes(points, boxes) == len(used)


@given(points.filter(len), boxes.filter(len))
def test_greedy_finds_at_least_half_of_the_best_matching_and_never_more(points, boxes):
    graph = csr_matrix([[inside(point, box) for point in points] for box in boxes])
    best = int((maximum_bipartite_matching(graph) >= 0).sum())
    assert best / 2 <= match_points_to_boxes(points, boxes) <= best

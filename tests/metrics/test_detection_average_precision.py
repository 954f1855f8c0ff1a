import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlebench.metrics.detection import Boxes, average_precision_101, grouped_average_precision, mean_voc_precision

hits = st.lists(st.booleans(), max_size=12)


def curve(flags, n_true):
    found = np.cumsum(flags)
    return [(k / n_true, k / (i + 1)) for i, k in enumerate(found)]


@given(hits, st.integers(0, 5))
def test_average_over_101_recalls_is_that_of_a_plain_loop(flags, more):
    n_true = sum(flags) + more + 1
    points = curve(flags, n_true)
    values = [max((p for r, p in points if r >= level), default=0) for level in np.linspace(0, 1, 101)]
    assert average_precision_101(flags, n_true=n_true) == pytest.approx(np.mean(values))


@given(st.lists(st.tuples(hits, st.integers(1, 4)), min_size=1, max_size=5))
def test_area_of_each_group_is_that_of_a_plain_loop(groups):
    n_true = [sum(flags) + more for flags, more in groups]
    expected = []
    for (flags, _), n in zip(groups, n_true, strict=True):
        points, area, before = curve(flags, n), 0.0, 0.0
        for i, (recall, _) in enumerate(points):
            area += (recall - before) * max(p for _, p in points[i:])
            before = recall
        expected.append(area)
    flat = [flag for flags, _ in groups for flag in flags]
    numbers = [g for g, (flags, _) in enumerate(groups) for _ in flags]
    np.testing.assert_allclose(
        grouped_average_precision(np.array(flat, bool), np.array(numbers, int), n_true), expected
    )


cells = st.tuples(st.integers(0, 2), st.sampled_from("ab"), st.integers(0, 3))  # picture, class, which of four places


@given(st.lists(cells, min_size=1, max_size=6, unique=True), st.lists(cells, max_size=10))
def test_precision_of_boxes_is_that_of_a_plain_loop(true, found):
    """Boxes are the same or lie apart, and are given by falling confidence."""

    def boxes(rows):
        pictures, classes, places = zip(*rows, strict=True) if rows else ((), (), ())
        corners = np.array([(10 * place, 0, 10 * place + 5, 5) for place in places], dtype=float).reshape(-1, 4)
        return Boxes(np.array(pictures, int), np.array(classes, str), corners)

    areas = []
    for name in sorted({row[1] for row in true}):
        free, flags = [row for row in true if row[1] == name], []
        n_true = len(free)
        for row in (row for row in found if row[1] == name):
            flags.append(row in free)
            if row in free:
                free.remove(row)
        best = [max(k / (i + 1) for i, k in list(enumerate(np.cumsum(flags)))[at:]) for at in range(len(flags))]
        areas.append(sum(b for b, flag in zip(best, flags, strict=True) if flag) / n_true)
    confidence = -np.arange(len(found), dtype=float)
    assert mean_voc_precision(boxes(true), boxes(found), confidence, threshold=0.5) == pytest.approx(np.mean(areas))

"""Metrics for detected objects."""

from __future__ import annotations

from collections.abc import Sequence


def match_points_to_boxes(
    points: Sequence[tuple[float, float]], boxes: Sequence[tuple[float, float, float, float]]
) -> int:
    """How many boxes (x, y, width, height) get a point of their own: each box, in order, takes the first
    free point strictly inside it. Greedy, so the order of the points can matter.

    >>> match_points_to_boxes([(1, 1), (9, 9)], [(0, 0, 2, 2), (0, 0, 3, 3)])
    1
    """
    free = list(points)
    for x, y, width, height in boxes:
        inside = (p for p in free if x < p[0] < x + width and y < p[1] < y + height)
        taken = next(inside, None)
        if taken is not None:
            free.remove(taken)
    return len(points) - len(free)

"""Metrics for detected objects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


def match_points_to_boxes(
    points: npt.ArrayLike, point_groups: npt.ArrayLike, boxes: npt.ArrayLike, box_groups: npt.ArrayLike
) -> int:
    """How many boxes (x, y, width, height) get a point (x, y) of their own: each box, in order, takes the first
    free point of its group strictly inside it. Greedy, so the order of the points can matter.

    >>> match_points_to_boxes([(1, 1), (9, 9)], [0, 0], [(0, 0, 2, 2), (0, 0, 3, 3)], [0, 0])
    1
    """
    by_group = np.argsort(point_groups, kind="stable")
    point = np.asarray(points, dtype=np.float64).reshape(-1, 2)[by_group]
    left_top, size = np.split(np.asarray(boxes, dtype=np.float64).reshape(-1, 4), 2, axis=1)
    lows, highs = left_top.T, (left_top + size).T
    of_group = np.asarray(point_groups)[by_group]
    first, end = (np.searchsorted(of_group, box_groups, side) for side in ("left", "right"))
    taken = np.zeros(len(point), dtype=bool)
    for chunk in _chunks(end - first):
        which, place = _spans(first[chunk], end[chunk])
        for low, high, at in zip(lows[:, chunk], highs[:, chunk], point.T, strict=True):
            inside = (low[which] < at[place]) & (at[place] < high[which])
            which, place = which[inside], place[inside]
        which, place = which[~taken[place]], place[~taken[place]]
        # The points of most boxes lie in no other box. Only the rest has to be done in order.
        has_rivals = np.zeros(len(first), dtype=bool)
        has_rivals[which[np.bincount(place)[place] > 1]] = True
        alone = ~has_rivals[which]
        taken[place[alone & (np.diff(which, prepend=-1) > 0)]] = True
        served, used = set(), set()
        for k, p in zip(which[~alone].tolist(), place[~alone].tolist(), strict=True):
            if k not in served and p not in used:
                served.add(k)
                used.add(p)
        taken[list(used)] = True
    return int(taken.sum())


def _chunks(sizes: npt.NDArray[Any], limit: int = 1 << 20) -> Iterator[slice]:
    """Neighbours whose sizes add up to about the limit."""
    edges = np.flatnonzero(np.diff(np.cumsum(sizes) // limit, prepend=0))
    yield from (slice(*edge) for edge in pairwise([0, *edges[edges > 0], len(sizes)]))


def _spans(first: npt.NDArray[Any], end: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """All whole numbers of each span first…end, and which span each is of."""
    sizes = end - first
    which = np.repeat(np.arange(len(sizes)), sizes)
    return which, np.arange(len(which)) + (first - np.cumsum(sizes) + sizes)[which]


def box_iou(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Intersection over union of boxes (x_min, y_min, x_max, y_max), 0 to 1; shapes broadcast over the last axis.

    0 where the union is not positive. A box that is turned inside out shares nothing with any other.

    >>> box_iou([[0, 0, 2, 2]], [[1, 0, 3, 2]])
    array([0.33333333])
    """
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    sides = np.minimum(first[..., 2:], second[..., 2:]) - np.maximum(first[..., :2], second[..., :2])
    shared = np.maximum(sides, 0).prod(axis=-1)
    areas = [(box[..., 2:] - box[..., :2]).prod(axis=-1) for box in (first, second)]
    union = areas[0] + areas[1] - shared
    return np.asarray(np.divide(shared, union, out=np.zeros_like(union), where=union > 0))


def greedy_matches(
    boxes: npt.ArrayLike,
    groups: npt.ArrayLike,
    true_boxes: npt.ArrayLike,
    true_groups: npt.ArrayLike,
    *,
    threshold: float,
) -> Booleans:
    """Which boxes find a true one: each, in order, takes the free true box of its group with the largest IoU.

    The IoU must exceed `threshold`; of equal ones the first true box is taken. Groups are numbers.

    >>> boxes = [(0, 0, 4, 4), (0, 0, 4, 4), (0, 0, 4, 4)]
    >>> greedy_matches(boxes, [7, 7, 8], [(0, 0, 4, 3), (0, 0, 9, 9)], [7, 8], threshold=0.5)
    array([ True, False, False])
    """
    given, group = np.asarray(boxes, dtype=np.float64).reshape(-1, 4), np.asarray(groups)
    by_group = np.argsort(true_groups, kind="stable")
    true = np.asarray(true_boxes, dtype=np.float64).reshape(-1, 4)[by_group]
    first, end = (np.searchsorted(np.asarray(true_groups)[by_group], group, side) for side in ("left", "right"))
    hits = np.zeros(len(given), dtype=bool)
    taken: set[int] = set()
    for chunk in _chunks(end - first):
        which, place = _spans(first[chunk], end[chunk])
        which += chunk.start
        iou = box_iou(given[which], true[place])
        close = np.flatnonzero(iou > threshold)
        close = close[np.lexsort((place[close], -iou[close], which[close]))]
        for box, true_box in zip(which[close].tolist(), place[close].tolist(), strict=True):
            if not hits[box] and true_box not in taken:
                hits[box] = True
                taken.add(true_box)
    return hits


def average_precision_101(hits: npt.ArrayLike, *, n_true: int) -> float:
    """COCO's average precision, 0 to 1: the mean, over recalls 0, 0.01, …, 1, of the best precision reached at
    that recall or a higher one (0 where it is not reached). `hits` are predictions by falling confidence.

    >>> round(average_precision_101([True, False, True], n_true=2), 6)
    0.834983
    """
    found = np.cumsum(np.asarray(hits, dtype=np.float64))
    if not len(found):
        return 0.0
    precision = found / (np.arange(1, len(found) + 1) + np.spacing(1))
    best = np.append(np.maximum.accumulate(precision[::-1])[::-1], 0)
    return float(best[np.searchsorted(found / n_true, np.linspace(0, 1, 101))].mean())


def grouped_average_precision(hits: npt.ArrayLike, groups: npt.ArrayLike, n_true: npt.ArrayLike) -> Floats:
    """Average precision of each group, 0 to 1: the area under the curve of the best precision at each recall or
    above. Predictions of a group stand together, by falling confidence; group g has n_true[g] objects.

    >>> grouped_average_precision([True, False, True, False], [0, 0, 0, 2], [2, 1, 1])
    array([0.83333333, 0.        , 0.        ])
    """
    import pandas as pd

    objects = np.asarray(n_true)
    frame = pd.DataFrame({"group": np.asarray(groups), "hit": np.asarray(hits, dtype=np.float64)})
    by_group = frame.groupby("group", sort=False)
    frame["precision"] = by_group["hit"].cumsum() / (by_group.cumcount() + 1)
    best = frame[::-1].groupby("group", sort=False)["precision"].cummax()[::-1]
    gains = np.bincount(frame["group"], weights=frame["hit"] * best, minlength=len(objects))
    return np.asarray(gains / objects)


class Boxes(NamedTuple):
    """Boxes (x_min, y_min, x_max, y_max), the picture that each is in, and its class."""

    pictures: npt.ArrayLike
    classes: npt.ArrayLike
    corners: npt.ArrayLike


def mean_voc_precision(truth: Boxes, found: Boxes, confidence: npt.ArrayLike, *, threshold: float) -> float:
    """Mean over the classes of `truth` of the average precision of VOC 2010, 0 to 1: the area under the curve of the
    best precision at each recall or above. In a picture the most confident box takes its true box first.

    >>> one = Boxes([7], ["car"], [(0, 0, 2, 2)])
    >>> mean_voc_precision(one, Boxes([7, 7], ["car", "car"], [(0, 0, 2, 2), (5, 5, 6, 6)]), [0.1, 0.9], threshold=0.5)
    0.5
    """
    import pandas as pd

    names, true_class = np.unique(np.asarray(truth.classes), return_inverse=True)
    of_class = pd.Index(names).get_indexer(np.asarray(found.classes))
    ranked = np.lexsort((-np.asarray(confidence, dtype=np.float64), of_class))
    ranked = ranked[of_class[ranked] >= 0]
    of_class, picture = of_class[ranked], np.asarray(found.pictures)[ranked]
    corners, true_corners = np.asarray(found.corners, dtype=float)[ranked], np.asarray(truth.corners, dtype=float)
    place = pd.factorize(np.concatenate([np.asarray(truth.pictures), picture]))[0]
    true_group, group = np.split(place * len(names) + np.concatenate([true_class, of_class]), [len(true_class)])
    hits = greedy_matches(corners, group, true_corners, true_group, threshold=threshold)
    return float(grouped_average_precision(hits, of_class, np.bincount(true_class)).mean())


def upright_box_iou(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Intersection over union of 3-D boxes, pair by pair, 0 to 1.

    A box is (x, y, z, width, length, height, yaw): its centre, its sizes and the angle between the x axis and its
    length. Boxes stand upright. What is infinite shares nothing.

    >>> upright_box_iou([[0, 0, 0, 2, 4, 2, 0.3]], [[0, 0, 1, 2, 4, 2, 0.3]]).round(6)
    array([0.333333])
    """
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        top = np.minimum(first[:, 2] + first[:, 5] / 2, second[:, 2] + second[:, 5] / 2)
        bottom = np.maximum(first[:, 2] - first[:, 5] / 2, second[:, 2] - second[:, 5] / 2)
        distance = np.hypot(*(first[:, :2] - second[:, :2]).T)
        reach = (np.hypot(first[:, 3], first[:, 4]) + np.hypot(second[:, 3], second[:, 4])) / 2
        near = np.flatnonzero((top > bottom) & (distance < reach))
        ground = rectangle_intersection(first[near][:, [0, 1, 4, 3, 6]], second[near][:, [0, 1, 4, 3, 6]])
        shared = ground * (top - bottom)[near]
        union = first[near, 3:6].prod(axis=1) + second[near, 3:6].prod(axis=1) - shared
        iou = np.zeros(len(first))
        iou[near] = np.nan_to_num(np.clip(shared / union, 0, 1))
    return iou


def rectangle_intersection(a: npt.ArrayLike, b: npt.ArrayLike, *, chunk: int = 1 << 15) -> Floats:
    """Area that two rectangles share, pair by pair. A rectangle is (x, y, length, width, yaw).

    >>> rectangle_intersection([[0, 0, 2, 2, 0]], [[0, 0, 2, 2, np.pi / 4]]).round(6)
    array([3.313708])
    """
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    parts = [_rectangle_intersection(first[i : i + chunk], second[i : i + chunk]) for i in range(0, len(first), chunk)]
    return np.concatenate(parts) if parts else np.zeros(0)


def _rectangle_intersection(a: Floats, b: Floats) -> Floats:
    """The second rectangle, seen from the first one's centre along its sides, is cut by those four sides."""
    offset = _rotated((b[:, :2] - a[:, :2])[:, None], -a[:, 4])
    signs = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    polygon = _rotated(signs * b[:, None, 2:4] / 2, b[:, 4] - a[:, 4]) + offset
    for axis in (0, 1):
        for sign in (1, -1):
            polygon = _cut(polygon, a[:, None, 2 + axis] / 2 - sign * polygon[..., axis])
    x, y = polygon[..., 0], polygon[..., 1]
    area = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1) / 2
    return np.asarray(np.abs(area))


def _rotated(points: Floats, angle: Floats) -> Floats:
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    x, y = points[..., 0], points[..., 1]
    return np.stack([c * x - s * y, s * x + c * y], axis=-1)


def _cut(polygon: Floats, inside: Floats) -> Floats:
    """Sutherland-Hodgman: the part of convex polygons where `inside`, a distance for each corner, is not negative.

    A cut adds one corner at most. Polygons with fewer repeat their first one, which adds no area.
    """
    following, inside_following = np.roll(polygon, -1, axis=1), np.roll(inside, -1, axis=1)
    crosses = (inside >= 0) != (inside_following >= 0)
    way = np.divide(inside, inside - inside_following, out=np.zeros_like(inside), where=crosses)
    crossing = polygon + way[..., None] * (following - polygon)
    n, corners = inside.shape
    points = np.stack([polygon, crossing], axis=2).reshape(n, 2 * corners, 2)
    valid = np.stack([inside >= 0, crosses], axis=2).reshape(n, 2 * corners)
    kept = np.argsort(~valid, axis=1, kind="stable")[:, : corners + 1]
    points = np.take_along_axis(points, kept[..., None], axis=1)
    return np.where(np.take_along_axis(valid, kept, axis=1)[..., None], points, points[:, :1])

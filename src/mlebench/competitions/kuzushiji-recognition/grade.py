from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import Expected, Floats, align, refuse, require_columns, require_rows, texts
from mlebench.metrics.detection import match_points_to_boxes

POINT, BOX = 3, 5  # words of a class and its x and y, and of a class and its x, y, width and height


class Marks(NamedTuple):
    """The marks of all pages, one after the other."""

    page: npt.NDArray[np.intp]
    name: list[str]
    place: Floats  # a row for each: x, y and what follows


def check(submission: pd.DataFrame, expected: Expected) -> Marks:
    require_columns(submission, ["image_id", "labels"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="image_id")
    labels = submission["labels"]
    if labels.notna().any() and not pd.api.types.is_string_dtype(labels):
        refuse("Column 'labels' must hold text such as 'U+003F 1 1 U+FF2F 2 2', not plain numbers.")
    words = [text.split(" ") if text else [] for text in texts(submission, "labels")]
    try:
        if not any(len(found) % POINT for found in words):
            return _marks(words, POINT)
    except ValueError:
        pass
    for page, found in zip(expected.ids, words, strict=True):
        _require_points(page, found)
    raise AssertionError("one of the pages is wrong")


def score(points: Marks, answers: pd.DataFrame) -> float:
    boxes = _marks([text.split() for text in texts(answers, "labels")], BOX)
    # Only points of the same class and page compete for a box.
    classes, known = pd.factorize(np.array([*points.name, *boxes.name], dtype=object))
    groups = classes + len(known) * np.concatenate([points.page, boxes.page])
    given = len(points.name)
    matched = match_points_to_boxes(points.place, groups[:given], boxes.place, groups[given:])
    return 2 * matched / len(groups) if matched else 0.0


def _marks(words: list[list[str]], size: int) -> Marks:
    """What each page's words say, in groups of a class and `size` - 1 numbers."""
    flat = list(chain.from_iterable(words))
    columns = [list(map(float, flat[k::size])) for k in range(1, size)]
    page = np.repeat(np.arange(len(words)), [len(found) // size for found in words])
    return Marks(page, flat[::size], np.array(columns).T)


def _require_points(page: str, words: list[str]) -> None:
    if len(words) % POINT:
        refuse(f"Page {page}: labels must be groups of 'class x y', each separated by one blank.")
    try:
        _marks([words], POINT)
    except ValueError as error:
        refuse(f"Page {page}: x and y must be numbers ({error}).")

from typing import NamedTuple

import numpy as np
import pandas as pd

from mlebench.grading import (
    Expected,
    Floats,
    Integers,
    Words,
    align,
    in_pieces,
    refuse,
    require_columns,
    require_rows,
    text_column,
    words,
)
from mlebench.metrics.detection import match_points_to_boxes

POINT, BOX = 3, 5  # words of a class and its x and y, and of a class and its x, y, width and height
PAGES_AT_ONCE = 1 << 9


class Marks(NamedTuple):
    """The marks of some pages, one after the other."""

    page: Integers
    name: Integers  # its place among the names
    places: Floats  # a row for each: x, y and what follows
    names: list[str]


def check(submission: pd.DataFrame, expected: Expected) -> list[Marks]:
    """The points of some pages at a time."""
    require_columns(submission, ["image_id", "labels"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="image_id")
    labels = submission["labels"]
    if labels.notna().any() and not pd.api.types.is_string_dtype(labels):
        refuse("Column 'labels' must hold text such as 'U+003F 1 1 U+FF2F 2 2', not plain numbers.")
    return [_points(pages) for pages in in_pieces(submission, PAGES_AT_ONCE)]


def score(submission: list[Marks], answers: pd.DataFrame) -> float:
    pieces = zip(submission, in_pieces(answers, PAGES_AT_ONCE), strict=True)
    matched, given, wanted = np.sum([_counts(points, pages) for points, pages in pieces], axis=0).tolist()
    return 2 * matched / (given + wanted) if matched else 0.0


def _points(submission: pd.DataFrame) -> Marks:
    pages = text_column(submission, "labels")
    try:
        return _marks(words(pages, single_spaces=True), POINT)
    except ValueError:
        for page, text in zip(submission["image_id"], pages, strict=True):
            _require_points(page, text)
        raise


def _counts(points: Marks, answers: pd.DataFrame) -> tuple[int, int, int]:
    """How many boxes of these pages have a point, how many points there are, and how many boxes."""
    labels = words(text_column(answers, "labels"))
    wanted = int((np.bincount(labels.row) // BOX).sum())
    is_marked = np.isin(labels.row, points.page)  # of the other pages only the number of boxes matters
    boxes = _marks(Words(labels.row[is_marked], labels.code[is_marked], labels.names), BOX)
    # Only points of the same class and page compete for a box.
    known = pd.Index(boxes.names, dtype=object)
    classes = known.get_indexer(pd.Index(points.names, dtype=object))[points.name]
    rivals = points.page * len(known) + classes
    rivals[classes < 0] = -1
    matched = match_points_to_boxes(points.places, rivals, boxes.places, boxes.page * len(known) + boxes.name)
    return matched, len(points.page), wanted


def _marks(found: Words, size: int) -> Marks:
    """What the pages say in groups of a class and `size` - 1 numbers. Raises ValueError where they do not."""
    if (np.bincount(found.row) % size).any():
        raise ValueError("an incomplete group")
    groups = found.code.reshape(-1, size)
    is_number = np.zeros(len(found.names), dtype=bool)
    is_number[groups[:, 1:]] = True
    numbers = np.array([float(name) if used else 0 for name, used in zip(found.names, is_number, strict=True)])
    # Copies, which do not keep the rest of the words.
    return Marks(found.row[::size].copy(), groups[:, 0].copy(), numbers[groups[:, 1:]], found.names)


def _require_points(page: str, text: str) -> None:
    if text and len(text.split(" ")) % POINT:
        refuse(f"Page {page}: labels must be groups of 'class x y', each separated by one blank.")
    try:
        _marks(words([text], single_spaces=True), POINT)
    except ValueError as error:
        refuse(f"Page {page}: x and y must be numbers ({error}).")

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
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

Small = npt.NDArray[np.integer]  # of as few bytes as it takes
POINT, BOX = 3, 5  # words of a class and its x and y, and of a class and its x, y, width and height
PAGES_AT_ONCE = 1 << 9


class Marks(NamedTuple):
    """The marks of some pages, one after the other. They take half the memory of their text."""

    page: Small
    name: Small  # its place among the names
    numbers: Small  # a row for each: which of the values are its x, y and what follows
    names: list[str]
    values: Floats

    @property
    def places(self) -> Floats:
        """x, y and what follows."""
        return self.values[self.numbers]

    def groups(self, classes: Integers | Small, count: int) -> Integers:
        """A number for each page and class, of which there are so many."""
        return self.page * np.int64(count) + classes


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
    has_points = np.zeros(len(answers), dtype=bool)
    has_points[points.page] = True  # of the other pages only the number of boxes matters
    is_marked = has_points[labels.row]
    boxes = _marks(Words(labels.row[is_marked], labels.code[is_marked], labels.names), BOX)
    # Only points of the same class and page compete for a box.
    known = pd.Index(boxes.names, dtype=object)
    classes = known.get_indexer(pd.Index(points.names, dtype=object))[points.name]
    rivals = points.groups(classes, len(known))
    rivals[classes < 0] = -1
    matched = match_points_to_boxes(points.places, rivals, boxes.places, boxes.groups(boxes.name, len(known)))
    return matched, len(points.page), wanted


def _marks(found: Words, size: int) -> Marks:
    """What the pages say in groups of a class and `size` - 1 numbers. Raises ValueError where they do not."""
    if (np.bincount(found.row) % size).any():
        raise ValueError("an incomplete group")
    groups = found.code.astype(np.min_scalar_type(len(found.names))).reshape(-1, size)
    is_name, is_number = np.zeros((2, len(found.names)), dtype=bool)
    is_name[groups[:, 0]] = is_number[groups[:, 1:]] = True
    values = np.array([float(word) if used else 0 for word, used in zip(found.names, is_number, strict=True)])
    return Marks(
        found.row[::size].astype(np.min_scalar_type(PAGES_AT_ONCE)),
        (np.cumsum(is_name) - 1).astype(groups.dtype)[groups[:, 0]],
        groups[:, 1:].copy(),
        [found.names[code] for code in np.flatnonzero(is_name)],
        values,
    )


def _require_points(page: str, text: str) -> None:
    if text and len(text.split(" ")) % POINT:
        refuse(f"Page {page}: labels must be groups of 'class x y', each separated by one blank.")
    try:
        _marks(words([text], single_spaces=True), POINT)
    except ValueError as error:
        refuse(f"Page {page}: x and y must be numbers ({error}).")

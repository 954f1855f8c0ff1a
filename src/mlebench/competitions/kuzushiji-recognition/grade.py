from collections import defaultdict

import pandas as pd

from mlebench.grading import Expected, align, refuse, require_columns, require_rows
from mlebench.metrics.detection import match_points_to_boxes

Point = tuple[str, float, float]
Box = tuple[str, float, float, float, float]


def check(submission: pd.DataFrame, expected: Expected) -> list[list[Point]]:
    require_columns(submission, ["image_id", "labels"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="image_id")
    if submission["labels"].notna().any() and not pd.api.types.is_string_dtype(submission["labels"]):
        refuse("Column 'labels' must hold text such as 'U+003F 1 1 U+FF2F 2 2', not plain numbers.")
    pages = zip(expected.ids, submission["labels"], strict=True)
    return [[] if pd.isna(guess) else _points(guess, page) for page, guess in pages]


def score(found: list[list[Point]], answers: pd.DataFrame) -> float:
    matched = predicted = wanted = 0
    for points, truth in zip(found, answers["labels"], strict=True):
        boxes = [] if pd.isna(truth) else _boxes(truth)
        matched += _matches(points, boxes)
        predicted += len(points)
        wanted += len(boxes)
    return 2 * matched / (predicted + wanted) if matched else 0.0


def _points(text: str, page: str) -> list[Point]:
    words = text.split(" ")
    if len(words) % 3:
        refuse(f"Page {page}: labels must be groups of 'class x y', each separated by one blank.")
    try:
        return [(words[i], float(words[i + 1]), float(words[i + 2])) for i in range(0, len(words), 3)]
    except ValueError as error:
        refuse(f"Page {page}: x and y must be numbers ({error}).")


def _boxes(text: str) -> list[Box]:
    words = text.split()
    return [(words[i], *map(float, words[i + 1 : i + 5])) for i in range(0, len(words), 5)]  # type: ignore[misc]


def _matches(points: list[Point], boxes: list[Box]) -> int:
    """Matched boxes of one page: only points of the same class compete for a box."""
    by_class: dict[str, tuple[list[tuple[float, float]], list[tuple[float, float, float, float]]]]
    by_class = defaultdict(lambda: ([], []))
    for name, *box in boxes:
        by_class[name][1].append(tuple(box))  # type: ignore[arg-type]
    for name, x, y in points:
        if name in by_class:
            by_class[name][0].append((x, y))
    return sum(match_points_to_boxes(found, wanted) for found, wanted in by_class.values())

from collections import defaultdict

import pandas as pd

from mlebench.grading import align, refuse, require_columns, require_rows
from mlebench.metrics.detection import match_points_to_boxes


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["image_id", "labels"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="image_id")
    if submission["labels"].notna().any() and not pd.api.types.is_string_dtype(submission["labels"]):
        refuse("Column 'labels' must hold text such as 'U+003F 1 1 U+FF2F 2 2', not plain numbers.")
    matched = predicted = wanted = 0
    for page, guess, truth in zip(answers["image_id"], submission["labels"], answers["labels"], strict=True):
        points = [] if pd.isna(guess) else _points(guess, page)
        boxes = [] if pd.isna(truth) else _boxes(truth)
        matched += _matches(points, boxes)
        predicted += len(points)
        wanted += len(boxes)
    return 2 * matched / (predicted + wanted) if matched else 0.0


def _points(text: str, page: str) -> list[tuple[str, float, float]]:
    words = text.split(" ")
    if len(words) % 3:
        refuse(f"Page {page}: labels must be groups of 'class x y', each separated by one blank.")
    try:
        return [(words[i], float(words[i + 1]), float(words[i + 2])) for i in range(0, len(words), 3)]
    except ValueError as error:
        refuse(f"Page {page}: x and y must be numbers ({error}).")


def _boxes(text: str) -> list[tuple[str, float, float, float, float]]:
    words = text.split()
    return [(words[i], *map(float, words[i + 1 : i + 5])) for i in range(0, len(words), 5)]  # type: ignore[misc]


def _matches(points: list[tuple[str, float, float]], boxes: list[tuple[str, float, float, float, float]]) -> int:
    """Matched boxes of one page: only points of the same class compete for a box."""
    by_class: dict[str, tuple[list[tuple[float, float]], list[tuple[float, float, float, float]]]]
    by_class = defaultdict(lambda: ([], []))
    for name, *box in boxes:
        by_class[name][1].append(tuple(box))  # type: ignore[arg-type]
    for name, x, y in points:
        if name in by_class:
            by_class[name][0].append((x, y))
    return sum(match_points_to_boxes(found, wanted) for found, wanted in by_class.values())

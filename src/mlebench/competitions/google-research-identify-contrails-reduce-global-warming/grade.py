import pandas as pd

from mlebench.grading import Expected, align, masks, require_columns, require_rows, warn
from mlebench.metrics.masks import Masks, areas, intersections

EMPTY = "-"


def check(submission: pd.DataFrame, expected: Expected) -> Masks:
    require_columns(submission, ["record_id", "encoded_pixels"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="record_id")
    predicted = read_masks(submission, expected.rows)
    if not areas(predicted).any():
        warn("All masks are empty: refused if no picture of the test set shows a contrail.")
    return predicted


def score(predicted: Masks, answers: pd.DataFrame) -> float:
    truth = read_masks(answers, answers)
    total = areas(truth).sum() + areas(predicted).sum()
    return float(2 * intersections(truth, predicted).sum() / total) if total else float("nan")


def read_masks(table: pd.DataFrame, sizes: pd.DataFrame) -> Masks:
    table = table.assign(encoded_pixels=table["encoded_pixels"].replace(EMPTY, ""))
    return masks(table, "encoded_pixels", pixels(sizes), on="record_id", blank=False)


def pixels(rows: pd.DataFrame) -> list[int]:
    sizes: list[int] = (rows["height"] * rows["width"]).to_list()
    return sizes

import pandas as pd

from mlebench.grading import Expected, align, masks, require_columns, require_rows, warn
from mlebench.metrics.segmentation import Runs, decode_runs, runs_area, runs_intersection

EMPTY = "-"


def check(submission: pd.DataFrame, expected: Expected) -> list[Runs]:
    require_columns(submission, ["record_id", "encoded_pixels"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="record_id")
    submission = submission.assign(encoded_pixels=submission["encoded_pixels"].replace(EMPTY, ""))
    predicted = masks(submission, "encoded_pixels", pixels(expected.rows), on="record_id", blank=False)
    if not any(map(runs_area, predicted)):
        warn("All masks are empty: refused if no picture of the test set shows a contrail.")
    return predicted


def score(predicted: list[Runs], answers: pd.DataFrame) -> float:
    texts = answers["encoded_pixels"].replace(EMPTY, "")
    truth = [decode_runs(text, pixels=size) for text, size in zip(texts, pixels(answers), strict=True)]
    shared = sum(map(runs_intersection, truth, predicted))
    total = sum(map(runs_area, truth)) + sum(map(runs_area, predicted))
    return 2 * shared / total if total else float("nan")


def pixels(rows: pd.DataFrame) -> list[int]:
    sizes: list[int] = (rows["height"] * rows["width"]).to_list()
    return sizes

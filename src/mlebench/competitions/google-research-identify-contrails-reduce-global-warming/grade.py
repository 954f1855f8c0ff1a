import pandas as pd

from mlebench.grading import align, masks, require_columns, require_rows
from mlebench.metrics.segmentation import decode_runs, runs_area, runs_intersection

EMPTY = "-"


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["record_id", "encoded_pixels"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="record_id")
    submission = submission.assign(encoded_pixels=submission["encoded_pixels"].replace(EMPTY, ""))
    pixels = (answers["height"] * answers["width"]).to_list()
    predicted = masks(submission, "encoded_pixels", pixels, on="record_id", blank=False)
    texts = answers["encoded_pixels"].replace(EMPTY, "")
    truth = [decode_runs(text, pixels=size) for text, size in zip(texts, pixels, strict=True)]
    shared = sum(map(runs_intersection, truth, predicted))
    total = sum(map(runs_area, truth)) + sum(map(runs_area, predicted))
    return 2 * shared / total if total else float("nan")

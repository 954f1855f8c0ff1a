import pandas as pd

from mlebench.grading import align, masks, require_columns, require_rows
from mlebench.metrics.segmentation import decode_runs, runs_dice


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", "predicted"])
    require_rows(submission, answers)
    submission = align(submission, answers, on="id")
    pixels = (answers["width_pixels"] * answers["height_pixels"]).to_list()
    predicted = masks(submission, "predicted", pixels, on="id")
    truth = [decode_runs(text, pixels=size) for text, size in zip(answers["encoding"], pixels, strict=True)]
    return sum(map(runs_dice, truth, predicted)) / len(truth)

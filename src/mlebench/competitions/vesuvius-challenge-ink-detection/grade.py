import pandas as pd

from mlebench.grading import align, masks, require_columns, require_rows
from mlebench.metrics.segmentation import decode_runs, runs_fbeta


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["Id", "Predicted"], exact=True)
    submission = align(submission, answers, on="Id")
    pixels = (answers["width"] * answers["height"]).to_list()
    predicted = masks(submission, "Predicted", pixels, on="Id", blank=False)
    truth = [decode_runs(text, pixels=size) for text, size in zip(answers["Predicted"], pixels, strict=True)]
    return sum(runs_fbeta(t, p, beta=0.5) for t, p in zip(truth, predicted, strict=True)) / len(truth)

from pathlib import Path

import pandas as pd
from PIL import Image

from mlebench.data import read_csv
from mlebench.grading import Expected, align, masks, require_columns, require_rows
from mlebench.metrics.segmentation import Runs, decode_runs, runs_fbeta


def expect(public: Path) -> pd.DataFrame:
    ids = read_csv(public / "sample_submission.csv", usecols=["Id"])
    sizes = []
    for name in ids["Id"]:
        with Image.open(public / "test" / name / "mask.png") as picture:
            sizes.append(picture.size)
    return ids.join(pd.DataFrame(sizes, columns=["width", "height"]))


def check(submission: pd.DataFrame, expected: Expected) -> list[Runs]:
    require_rows(submission, expected)
    require_columns(submission, ["Id", "Predicted"], exact=True)
    submission = align(submission, expected, on="Id")
    return masks(submission, "Predicted", pixels(expected.rows), on="Id", blank=False)


def score(predicted: list[Runs], answers: pd.DataFrame) -> float:
    truth = [decode_runs(text, pixels=size) for text, size in zip(answers["Predicted"], pixels(answers), strict=True)]
    return sum(runs_fbeta(t, p, beta=0.5) for t, p in zip(truth, predicted, strict=True)) / len(truth)


def pixels(rows: pd.DataFrame) -> list[int]:
    sizes: list[int] = (rows["width"] * rows["height"]).to_list()
    return sizes

from pathlib import Path

import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, align, masks, require_columns, require_rows
from mlebench.metrics.masks import Masks, dice_of_many

SIZES = ["width_pixels", "height_pixels"]


def expect(public: Path) -> pd.DataFrame:
    slides = read_csv(public / "HuBMAP-20-dataset_information.csv", usecols=["image_file", *SIZES])
    sizes = slides.assign(id=slides["image_file"].str.replace(".tiff", "", regex=False))[["id", *SIZES]]
    return read_csv(public / "sample_submission.csv", usecols=["id"]).merge(sizes, on="id")


def check(submission: pd.DataFrame, expected: Expected) -> Masks:
    require_columns(submission, ["id", "predicted"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    return masks(submission, "predicted", expected.rows[SIZES].prod(axis=1).to_list(), on="id")


def score(predicted: Masks, answers: pd.DataFrame) -> float:
    truth = masks(answers, "encoding", answers[SIZES].prod(axis=1).to_list(), on="id")
    return float(dice_of_many(truth, predicted).mean())

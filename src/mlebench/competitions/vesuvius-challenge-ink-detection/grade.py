from pathlib import Path

import pandas as pd
from PIL import Image

from mlebench.data import read_csv
from mlebench.grading import Expected, align, masks, require_columns, require_rows
from mlebench.metrics.masks import Masks, fbeta_of_many


def expect(public: Path) -> pd.DataFrame:
    ids = read_csv(public / "sample_submission.csv", usecols=["Id"])
    sizes = []
    for name in ids["Id"]:
        with Image.open(public / "test" / name / "mask.png") as picture:
            sizes.append(picture.size)
    return ids.join(pd.DataFrame(sizes, columns=["width", "height"]))


def check(submission: pd.DataFrame, expected: Expected) -> Masks:
    require_rows(submission, expected)
    require_columns(submission, ["Id", "Predicted"], exact=True)
    submission = align(submission, expected, on="Id")
    return masks(submission, "Predicted", pixels(expected.rows), on="Id", blank=False)


def score(predicted: Masks, answers: pd.DataFrame) -> float:
    truth = masks(answers, "Predicted", pixels(answers), on="Id")
    return float(fbeta_of_many(truth, predicted, beta=0.5).mean())


def pixels(rows: pd.DataFrame) -> list[int]:
    sizes: list[int] = (rows["width"] * rows["height"]).to_list()
    return sizes

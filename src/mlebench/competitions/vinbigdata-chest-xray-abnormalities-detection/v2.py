import numpy as np
import pandas as pd

from mlebench.grading import Expected, listed, quietly, refuse
from mlebench.metrics.detection import Boxes, mean_voc_precision

from .grade import CORNERS, IOU
from .grade import check as check_v1


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    found = quietly(check_v1, submission, expected)
    repeated = submission["image_id"][submission["image_id"].duplicated()].unique()
    if len(repeated):
        refuse(f"Each 'image_id' must stand in one row; repeated: {listed(repeated)}.")
    sizes = found[["x_max", "y_max"]].to_numpy() - found[["x_min", "y_min"]].to_numpy()
    usable = np.isfinite(found[["confidence", *CORNERS]]).all(axis=1) & (sizes >= 0).all(axis=1)
    if not usable.all():
        names = found.loc[~usable, "image_id"].unique()
        refuse(f"Confidences and corners must be finite, with x_min ≤ x_max and y_min ≤ y_max: {listed(names)}.")
    return found


def score(found: pd.DataFrame, answers: pd.DataFrame) -> float:
    """As on Kaggle: corners are corners, and the area under the curve of precision is that of VOC 2010."""
    true, given = (Boxes(part["image_id"], part["class_id"], part[CORNERS]) for part in (answers, found))
    return mean_voc_precision(true, given, found["confidence"], threshold=IOU)

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from mlebench.grading import Expected, Floats, listed, quietly, refuse
from mlebench.metrics.detection import Boxes, box_iou, mean_voc_precision

from .grade import CORNERS, IOU
from .grade import check as check_v1
from .prepare import NO_FINDING, prepare_with


def prepare(raw: Path, public: Path, private: Path) -> None:
    prepare_with(raw, public, private, fused_boxes)


def fused_boxes(findings: pd.DataFrame) -> pd.DataFrame:
    """Boxes of a scan and class that all radiologists drew, those of one finding as their mean."""
    rows = []
    for (image, kind), drawn in findings.groupby(["image_id", "class_id"]):
        name, boxes = drawn["class_name"].iloc[0], drawn[CORNERS].to_numpy()
        groups = _findings(boxes) if kind != NO_FINDING else [boxes[:1]]
        rows += [(image, kind, name, *np.mean(group, axis=0)) for group in groups]
    return pd.DataFrame(rows, columns=["image_id", "class_id", "class_name", *CORNERS])


def _findings(boxes: Floats) -> list[Any]:
    """A box belongs to the finding whose mean it overlaps most, where the metric would call it a hit."""
    groups: list[Any] = []
    for box in boxes:
        overlaps = [float(box_iou(np.mean(group, axis=0), box)) for group in groups]
        if max(overlaps, default=0.0) > IOU:
            groups[int(np.argmax(overlaps))].append(box)
        else:
            groups.append([box])
    return groups


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

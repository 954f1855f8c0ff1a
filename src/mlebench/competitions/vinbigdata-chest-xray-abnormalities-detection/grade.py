"""Mean average precision as v1's use of the COCO tools gives it, oddities included (see known_issues)."""

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import (
    Expected,
    as_floats,
    listed,
    positions,
    refuse,
    require_columns,
    split_texts,
    suspect,
    text_column,
    warn,
)
from mlebench.metrics.detection import average_precision_101, box_iou

Floats = npt.NDArray[np.float64]
ANSWERS_AS_WRITTEN = True  # one row for each true box
IOU = 0.4
MOST_PER_SCAN = 100
LARGEST_AREA = 1e10
CORNERS = ["x_min", "y_min", "x_max", "y_max"]
VALUES = ["class_id", "confidence", *CORNERS]
SAME_BOX = 0.95  # IoU
NEARLY_PERFECT = 0.9
MOST_FREE = 0.01  # of the score


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_columns(submission, ["PredictionString", "image_id"])
    require_scans(submission["image_id"], expected.ids)
    return predictions(submission)


def score(boxes: pd.DataFrame, answers: pd.DataFrame) -> float:
    scans = answers["image_id"].drop_duplicates()
    truth = answers[["class_id", *CORNERS]].astype({"class_id": float}).assign(number=np.arange(len(answers)))
    truth, boxes = (
        table.assign(scan=positions(ids, among=scans))
        for table, ids in ((truth, answers["image_id"]), (boxes.drop(columns="image_id"), boxes["image_id"]))
    )
    result = mean_precision(boxes, truth)
    inside_out = area(boxes[CORNERS].to_numpy()) < 0
    if inside_out.any() and result > mean_precision(boxes[~inside_out], truth) + MOST_FREE:
        suspect("There are boxes that are turned inside out: they count where they are right, but not where they miss.")
    if result > NEARLY_PERFECT and beats_answers(result, boxes, truth):
        suspect("The box that counts as wrong when it is found was left out, which beats the answers themselves.")
    return result


def beats_answers(result: float, boxes: pd.DataFrame, truth: pd.DataFrame) -> bool:
    """Whether the score is better than that of the true boxes, as it is without the first of them."""
    first = truth.iloc[0]
    tried = (boxes["scan"] == first["scan"]) & (boxes["class_id"] == first["class_id"])
    return not tried.any() and result > mean_precision(truth.assign(confidence=1.0), truth)


def mean_precision(boxes: pd.DataFrame, truth: pd.DataFrame) -> float:
    found = boxes.merge(truth, on=["scan", "class_id"], how="left", suffixes=("", "_true"))
    found = ranked(found[found["class_id"].isin(truth["class_id"])])

    true_boxes = truth[CORNERS].to_numpy()
    counted = pd.Series(~out_of_range(true_boxes)).groupby(truth["class_id"].to_numpy()).sum()
    judged = judge(found)
    precisions = [
        average_precision_101(judged["hit"][judged["class_id"] == name], n_true=n) for name, n in counted.items() if n
    ]
    return float(np.mean(precisions))


def require_scans(given: "pd.Series[str]", wanted: "pd.Series[str]") -> None:
    """The same set of scans; v1 puts rows of the same scan together."""
    names = given.astype(str)
    unknown, missing = names[positions(names, among=wanted) < 0], wanted[positions(wanted, among=names) < 0]
    if len(unknown):
        refuse(f"Unknown 'image_id': {listed(unknown.sort_values().unique())}.")
    if len(missing):
        refuse(f"Missing 'image_id': {listed(missing.sort_values().unique())}.")
    if given.duplicated().any():
        warn(f"'image_id' is repeated; boxes were put together: {listed(given[given.duplicated()].unique())}.")


def predictions(submission: pd.DataFrame) -> pd.DataFrame:
    """One row for each predicted box, in the order of the file."""
    cells = text_column(submission, "PredictionString", allow_blank=False)
    counts, tokens = split_texts(cells, single_spaces=True)
    if (counts % len(VALUES)).any():
        row = int((counts % len(VALUES) != 0).argmax())
        refuse(
            f"'PredictionString' of row {row + 1} has {counts[row]} values, not a multiple of six; "
            "values are separated by exactly one blank."
        )
    try:
        values = as_floats(tokens).reshape(-1, len(VALUES))
    except ValueError as error:
        refuse(f"'PredictionString' must hold numbers separated by exactly one blank: {str(error)[:100]}.")
    if not np.isfinite(values[:, 0]).all():
        refuse("'PredictionString' has a class that is not a finite number.")
    boxes = pd.DataFrame(values, columns=VALUES)
    boxes["class_id"] = np.trunc(boxes["class_id"])
    boxes["image_id"] = submission["image_id"].array.take(np.repeat(np.arange(len(counts)), counts // len(VALUES)))
    boxes["number"] = np.arange(len(boxes))
    return boxes


def ranked(found: pd.DataFrame) -> pd.DataFrame:
    """The most confident boxes of each scan and class, by scan, then by falling confidence."""
    order = np.lexsort((-found["confidence"], found["scan"]))
    found = found.iloc[order]
    return found[found.groupby(["scan", "class_id"]).cumcount() < MOST_PER_SCAN]


def judge(found: pd.DataFrame) -> pd.DataFrame:
    """Whether each box is a hit, by falling confidence. Boxes that are neither right nor wrong are left out."""
    found = found.reset_index(drop=True)
    close = pd.Series(misread_iou(found) >= IOU)
    turn = close.groupby(found["number_true"]).cumsum()
    # The COCO tools take number 0 for "none": what box 0 finds stays free for one more box.
    first = found[close & (turn == 1)].set_index("number_true")["number"]
    stays_free = found["number_true"].map(first).eq(0)
    taken = close & ((turn == 1) | ((turn == 2) & stays_free))
    # For the same reason nobody can find the true box 0.
    hit = taken & found["number_true"].ne(0)
    again = found.loc[hit & (turn == 2), CORNERS]
    if (box_iou(again, found.loc[found["number"] == 0, CORNERS]) > SAME_BOX).any():
        suspect("The first box of the file stands there twice, and both counted as right.")
    true_boxes = found[[f"{corner}_true" for corner in CORNERS]].to_numpy()
    left_out = (taken & out_of_range(true_boxes)) | (~hit & out_of_range(found[CORNERS].to_numpy()))
    judged = found.assign(hit=hit)[~left_out]
    order = np.argsort(-judged["confidence"].to_numpy(), kind="stable")
    return judged.iloc[order]


def misread_iou(found: pd.DataFrame) -> Floats:
    """IoU of each box with the true one, both taken as (x, y, width, height) although they hold corners."""
    a, b = found[CORNERS].to_numpy(), found[[f"{corner}_true" for corner in CORNERS]].to_numpy()
    with np.errstate(all="ignore"):  # boxes may hold infinite values
        sides = np.minimum(a[:, 2:] + a[:, :2], b[:, 2:] + b[:, :2]) - np.maximum(a[:, :2], b[:, :2])
        shared = sides.prod(axis=1)
        iou = shared / (a[:, 2:].prod(axis=1) + b[:, 2:].prod(axis=1) - shared)
    return np.where((sides <= 0).any(axis=1), 0.0, iou)


def out_of_range(boxes: Floats) -> npt.NDArray[np.bool_]:
    size = area(boxes)
    return np.asarray((size < 0) | (size > LARGEST_AREA))


def area(boxes: Floats) -> Floats:
    """Negative where a box is turned inside out in one direction."""
    with np.errstate(all="ignore"):
        return np.asarray((boxes[:, 2:] - boxes[:, :2]).prod(axis=1))

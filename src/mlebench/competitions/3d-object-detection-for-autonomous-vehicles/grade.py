"""Average precision of upright 3-D boxes at ten IoU thresholds: each overlap is computed once for all of them."""

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import (
    Expected,
    align,
    as_floats,
    every,
    listed,
    refuse,
    require_columns,
    require_rows,
    split_texts,
    suspect,
    text_column,
    warn,
)
from mlebench.metrics.detection import grouped_average_precision, upright_box_iou

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
COLUMN = "PredictionString"
BOX = ["x", "y", "z", "width", "length", "height", "yaw"]
SIZES, GROUND = [3, 4, 5], [0, 1, 3, 4]  # width, length, height; what lies on the ground
VALUES = ["confidence", *BOX, "class"]
THRESHOLDS = np.arange(0.5, 1, 0.05)
SKEWED = 1e-8  # v1's limit for the dot product of adjacent sides, which rounding passes far away from the origin
PAIRS_AT_ONCE = 1 << 20
MOST_FREE = 0.2  # of all boxes


def check(submission: pd.DataFrame, expected: Expected) -> pd.DataFrame:
    require_rows(submission, expected)
    require_columns(submission, ["Id", COLUMN])
    found = boxes(align(submission, expected, on="Id"))
    for fault, wrong in faults(found).items():
        if wrong.any():
            names = expected.ids.iloc[found.loc[wrong, "sample"].unique()]
            warn(f"'{COLUMN}' of {listed(names.to_list())} has a box {fault}: refused if the sample has its class.")
    return found


def score(found: pd.DataFrame, answers: pd.DataFrame) -> float:
    truth = boxes(answers)

    # Boxes of one class in one sample are compared; boxes of classes that a sample lacks are not looked at.
    groups = truth[["sample", "class"]].drop_duplicates().reset_index(drop=True).reset_index(names="group")
    truth = truth.merge(groups).sort_values("group", kind="stable")
    given = len(found)
    found = found.merge(groups)
    free = given - len(found)
    found = found.iloc[np.lexsort((-found["confidence"], found["group"]))]
    if any(wrong.any() for wrong in faults(found).values()):
        refuse(f"'{COLUMN}' has boxes of no, infinite or too large a size or place, of classes that are scored.")

    n_true = np.bincount(truth["group"], minlength=len(groups))
    nearest, iou = best_overlap(found, truth, n_true)
    of_sample = groups["sample"].to_numpy()
    found_true = [first_finders(nearest, iou > threshold) for threshold in THRESHOLDS]
    if free > max(MOST_FREE * given, len(found) - found_true[0].sum()):
        suspect(f"{free} of {given} boxes are of classes that their samples lack, where false alarms cost nothing.")
    precisions = []
    for hits in found_true:
        of_group = grouped_average_precision(hits, found["group"], n_true)
        precisions.append(np.bincount(of_sample, weights=of_group) / np.bincount(of_sample))
    return float(np.mean(precisions))


def boxes(table: pd.DataFrame) -> pd.DataFrame:
    """One line for each box of a table, with the row it stands in as its sample."""
    cells, width = text_column(table, COLUMN), len(VALUES)
    rows = np.flatnonzero(cells.str.strip() != "")
    counts, values = split_texts(cells.iloc[rows], single_spaces=True)
    if (counts % width).any():
        place = int((counts % width != 0).argmax())
        refuse(
            f"'{COLUMN}' of {listed([table['Id'].iloc[rows[place]]])} has {counts[place]} values, not a multiple of "
            "nine; values are separated by exactly one blank."
        )
    result = pd.DataFrame({"sample": np.repeat(rows, counts // width)})
    for place, name in enumerate(VALUES[:-1]):
        try:
            result[name] = as_floats(every(values, width, place))
        except ValueError as error:
            refuse(f"'{COLUMN}' must be groups of eight numbers and a class: {str(error)[:100]}.")
    result["class"] = pd.Series(every(values, width, width - 1).to_pandas(), dtype="str")
    if np.isinf(result["yaw"]).any():
        refuse(f"'{COLUMN}' has a yaw that is infinite.")
    return result


def faults(found: pd.DataFrame) -> dict[str, npt.NDArray[np.bool_]]:
    """Which boxes v1 cannot compute, by the reason."""
    values = found[BOX].to_numpy()
    return {
        "that is not a number in its centre, size or yaw": np.isnan(values).any(axis=1),
        "with a size of zero or less": np.any(values[:, SIZES] <= 0, axis=1),
        "of infinite place or size": ~np.isfinite(values[:, GROUND]).all(axis=1),
        "too large or too far away to be computed": skew(values) > SKEWED,
    }


def skew(values: Floats) -> Floats:
    """The largest dot product of adjacent sides on the ground, 0 but for rounding."""
    x, y, _, width, length, _, yaw = values.T
    along = np.stack([np.cos(yaw), np.sin(yaw)], axis=-1) * (length / 2)[:, None]
    across = np.stack([np.sin(yaw), -np.cos(yaw)], axis=-1) * (width / 2)[:, None]
    centre = np.stack([x, y], axis=-1)
    corners = np.stack(
        [centre + along + across, centre + along - across, centre - along - across, centre - along + across]
    )
    sides = np.roll(corners, -1, axis=0) - corners
    with np.errstate(over="ignore", invalid="ignore"):
        dots = np.abs((sides * np.roll(sides, 1, axis=0)).sum(axis=-1)).max(axis=0)
    return np.asarray(np.nan_to_num(dots, nan=np.inf))


def best_overlap(found: pd.DataFrame, truth: pd.DataFrame, n_true: Integers) -> tuple[Integers, Floats]:
    """For each predicted box the true box of the largest IoU in its group, the first one of equals, and that IoU."""
    given, true = found[BOX].to_numpy(), truth[BOX].to_numpy()
    counts = n_true[found["group"]]
    first_true = (np.cumsum(n_true) - n_true)[found["group"]]
    nearest, best = np.zeros(len(found), dtype=np.int64), np.zeros(len(found))
    cuts = np.flatnonzero(np.diff(np.cumsum(counts) // PAIRS_AT_ONCE)) + 1
    for part in np.split(np.arange(len(found)), cuts):
        if not len(part):
            continue
        starts = np.cumsum(counts[part]) - counts[part]
        other = np.repeat(first_true[part] - starts, counts[part]) + np.arange(counts[part].sum())
        iou = upright_box_iou(given[np.repeat(part, counts[part])], true[other])
        best[part] = np.maximum.reduceat(iou, starts)
        is_best = iou == np.repeat(best[part], counts[part])
        nearest[part] = np.minimum.reduceat(np.where(is_best, other, len(true)), starts)
    return nearest, best


def first_finders(nearest: Integers, close: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which boxes are the first, in order, of those close enough to the same true box."""
    rows = np.flatnonzero(close)
    _, first = np.unique(nearest[rows], return_index=True)
    hits = np.zeros(len(nearest), dtype=bool)
    hits[rows[first]] = True
    return hits

"""0.4 Dice + 0.6 (1 - Hausdorff): longer than most graders, as rows are put together to volumes."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.grading import masks, refuse, require_columns, warn
from mlebench.metrics.segmentation import Runs, decode_runs, hausdorff_distance, runs_dice, runs_pixels

KEYS = ["id", "class"]
FAR_TOO_MUCH = 10  # more than so many times the true voxels is the worst distance, whatever their place
Volume = npt.NDArray[np.bool_]


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, [*KEYS, "predicted"])
    submission = rows_by_position(submission, answers)
    # Masks run down the columns: width x height in memory.
    sizes = answers[["image_width", "image_height"]].astype(int).to_numpy()
    pixels = sizes.prod(axis=1).tolist()
    n = len(submission)
    given = masks(submission, "predicted", pixels[:n], on="id")
    truth = [decode_runs(t, pixels=p) for t, p in zip(answers["predicted"].fillna(""), pixels, strict=True)]

    dice = [runs_dice(a, b, both_empty=np.nan) for a, b in zip(truth[:n], given, strict=True)]
    # v1 pairs the first scan of one side with the first of the other, and so on; a side may have fewer.
    scans = zip(volumes(submission["id"], given, sizes[:n]), volumes(answers["id"], truth, sizes), strict=False)
    distances = [normalised_distance(a, b) for a, b in scans]
    return 0.4 * float(np.nanmean(dice)) + 0.6 * (1 - float(np.nanmean(distances)))


def rows_by_position(submission: pd.DataFrame, answers: pd.DataFrame) -> pd.DataFrame:
    """The rows that v1 scores: it pairs by position, drops surplus rows and never asks for missing ones."""
    if submission.empty:
        refuse("There are no rows.")
    if submission["id"].isna().any() or not isinstance(submission["id"].dtype, pd.StringDtype):
        refuse("Column 'id' must name a slice such as 'case1_day2_slice_0003' in every row.")
    if len(submission) != len(answers):
        warn(f"Expected {len(answers)} rows, found {len(submission)}: only the rows that exist were scored.")
    paired = submission.iloc[: len(answers)]
    if (paired[KEYS].astype(str).to_numpy() != answers[KEYS].iloc[: len(paired)].to_numpy()).any():
        warn("Rows are not in the order of test.csv, yet were paired by position: the score is wrong.")
    return paired


def volumes(ids: "pd.Series[str]", rows: Sequence[Runs], sizes: npt.NDArray[np.int64]) -> Iterator[Volume]:
    """The volume of each scan, slice x width x height, in the order of the sorted ids; classes are united."""
    slices = pd.DataFrame({"id": ids.to_list(), "scan": [name.split("_slice_")[0] for name in ids]})
    for scan, part in slices.sort_values("id", kind="stable").groupby("scan", sort=False):
        if (sizes[part.index] != sizes[part.index[0]]).any():
            refuse(f"Rows of '{str(scan)[:80]}' stand where test.csv has slices of different sizes: keep its order.")
        numbers, names = pd.factorize(part["id"])
        volume = np.zeros((len(names), *sizes[part.index[0]]), dtype=bool)
        flat = volume.reshape(len(names), -1)
        for number, row in zip(numbers, part.index, strict=True):
            flat[number, runs_pixels(rows[row]) - 1] = True
        yield volume


def normalised_distance(predicted: Volume, true: Volume) -> float:
    """Hausdorff distance in the unit cube by its diagonal; NaN, which the mean skips, if both are empty."""
    n_predicted, n_true = np.count_nonzero(predicted), np.count_nonzero(true)
    if not n_predicted and not n_true:
        return float("nan")
    if not n_predicted or not n_true or n_predicted > FAR_TOO_MUCH * n_true:
        return 1.0
    shape = np.maximum(predicted.shape, true.shape)
    spacing = [1 / length for length in true.shape]
    return hausdorff_distance(padded(predicted, shape), padded(true, shape), spacing=spacing) / float(np.sqrt(3))


def padded(volume: Volume, shape: npt.NDArray[np.int64]) -> Volume:
    return np.pad(volume, [(0, int(more)) for more in shape - volume.shape])

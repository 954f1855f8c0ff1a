"""0.4 Dice + 0.6 (1 - Hausdorff): longer than most graders, as rows are put together to volumes."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from mlebench.data import read_csv
from mlebench.grading import Expected, masks, refuse, require_columns, suspect
from mlebench.metrics.masks import Masks, dice_of_many
from mlebench.metrics.segmentation import Runs, hausdorff_distance, runs_pixels

ANSWERS_AS_WRITTEN = True  # v1 pairs rows by position
KEYS = ["id", "class"]
SIZES = ["image_width", "image_height"]
FAR_TOO_MUCH = 10  # more than so many times the true voxels is the worst distance, whatever their place
Volume = npt.NDArray[np.bool_]


class Slices(NamedTuple):
    """The rows that are scored: ids as they were given, and masks."""

    ids: "pd.Series[str]"
    masks: Masks


def expect(public: Path) -> pd.DataFrame:
    """Rows and, out of the names of the pictures, their sizes."""
    rows = read_csv(public / "test.csv", usecols=KEYS)
    parts = {path: path.stem.split("_") for path in (public / "test").glob("*/*/scans/*") if path.is_file()}
    sizes = {f"{path.parts[-3]}_slice_{name[1]}": name[2:4] for path, name in parts.items()}
    for index, side in enumerate(SIZES):
        rows[side] = rows["id"].map({slice_id: float(size[index]) for slice_id, size in sizes.items()})
    return rows


def check(submission: pd.DataFrame, expected: Expected) -> Slices:
    require_columns(submission, [*KEYS, "predicted"])
    submission = rows_by_position(submission, expected.rows)
    sizes = sizes_of(expected.rows)[: len(submission)]
    given = masks(submission, "predicted", sizes.prod(axis=1).tolist(), on="id")
    scans = pd.Series(scans_of(submission["id"]))
    uneven = scans[pd.DataFrame(sizes).groupby(scans.to_numpy()).transform("nunique").gt(1).any(axis=1)]
    if len(uneven):
        name = str(uneven.iloc[0])[:80]
        refuse(f"Rows of '{name}' stand where test.csv has slices of different sizes: keep its order.")
    return Slices(submission["id"], given)


def score(checked: Slices, answers: pd.DataFrame) -> float:
    ids, given = checked
    sizes, n = sizes_of(answers), len(ids)
    pixels = sizes.prod(axis=1).tolist()
    truth = masks(answers, "predicted", pixels, on="id")

    dice = dice_of_many(truth.part(0, n), given, both_empty=np.nan)
    # v1 pairs the first scan of one side with the first of the other, and so on; a side may have fewer.
    scans = zip(volumes(ids, given, sizes[:n]), volumes(answers["id"], truth, sizes), strict=False)
    distances = [normalised_distance(a, b) for a, b in scans]
    return 0.4 * float(np.nanmean(dice)) + 0.6 * (1 - float(np.nanmean(distances)))


def rows_by_position(submission: pd.DataFrame, wanted: pd.DataFrame) -> pd.DataFrame:
    """The rows that v1 scores: it pairs by position, drops surplus rows and never asks for missing ones."""
    if submission.empty:
        refuse("There are no rows.")
    if submission["id"].isna().any() or not isinstance(submission["id"].dtype, pd.StringDtype):
        refuse("Column 'id' must name a slice such as 'case1_day2_slice_0003' in every row.")
    if len(submission) != len(wanted):
        suspect(f"Expected {len(wanted)} rows, found {len(submission)}: only the rows that exist were scored.")
    paired = submission.iloc[: len(wanted)]
    if (paired[KEYS].astype(str).to_numpy() != wanted[KEYS].iloc[: len(paired)].to_numpy()).any():
        suspect("Rows are not in the order of test.csv, yet were paired by position.")
    return paired


def sizes_of(rows: pd.DataFrame) -> npt.NDArray[np.int64]:
    """Masks run down the columns: width x height in memory."""
    return rows[SIZES].astype(int).to_numpy()


def scans_of(ids: "pd.Series[str]") -> list[str]:
    return [name.split("_slice_")[0] for name in ids]


def volumes(ids: "pd.Series[str]", rows: Masks | list[Runs], sizes: npt.NDArray[np.int64]) -> Iterator[Volume]:
    """The volume of each scan, slice x width x height, in the order of the sorted ids; classes are united."""
    slices = pd.DataFrame({"id": ids.to_list(), "scan": scans_of(ids)})
    for _, part in slices.sort_values("id", kind="stable").groupby("scan", sort=False):
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

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.tables.bulk_texts import array_of_texts, text_bounds
from mlebench.grading import Expected, Floats, align, numbers, require_columns, require_rows
from mlebench.metrics.regression import rmse

Levels = npt.NDArray[np.uint8]


def expect(public: Path) -> pd.DataFrame:
    """Every pixel of the test pages: sooner made than read in the sample submission, which has five million."""
    ids = [pixel_texts(page.stem, size_of(page)) for page in sorted((public / "test").iterdir())]
    frame: pd.DataFrame = pa.table({"id": pa.chunked_array(ids, pa.large_string())}).to_pandas()
    return frame


def size_of(page: Path) -> tuple[int, int]:
    from PIL import Image

    with Image.open(page) as picture:
        return picture.size


def pixel_texts(
    page: str, size: tuple[int, int], after: str = "", values: Sequence[str] = (), which: Levels | None = None
) -> pa.LargeStringArray:
    """For each pixel of a page, row by row: its id, what comes `after` it, and `which` of the values it has."""
    width, height = size
    pieces = [f"{page}_{row}_" for row in range(1, height + 1)]
    pieces += [f"{column}{after}" for column in range(1, width + 1)]
    order = np.empty((height, width, 2 if which is None else 3), dtype=np.int32)
    order[..., 0] = np.arange(height)[:, None]
    order[..., 1] = np.arange(width) + height
    if which is not None:
        order[..., 2] = which + np.int32(len(pieces))
    # Taking the pieces of all texts one after the other is a good deal faster than joining columns of texts.
    taken = pc.take(pa.array([*pieces, *values], pa.large_string()), pa.array(order.reshape(-1)), boundscheck=False)
    return array_of_texts(taken.buffers()[2], text_bounds(taken)[:: order.shape[-1]].copy())


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", "value"])
    require_rows(submission, expected)
    submission = align(submission, expected, on="id")
    return numbers(submission, "value")


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return rmse(answers["value"].to_numpy(), predicted)

"""CSV in and out: the results of pandas' defaults.

pandas' reader and writer define what v1 means (type inference, words for missing values, shortest round-trip floats).
It reads; what it writes slowly is written here, in the same bytes.
"""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from mlebench.data.tables.arrow_types import has_odd_numbers
from mlebench.data.tables.csv_blocks import Source
from mlebench.data.tables.csv_text import is_plain, write_frame
from mlebench.data.tables.pandas_rules import NA_WORDS

_PIECE_ROWS = 1 << 16
_PLAIN_NAMES = re.compile(rb"[ -!#-~]*").fullmatch  # of ASCII, without quotes


def read_csv(source: Source, *, usecols: Sequence[str] | None = None, **options: Any) -> pd.DataFrame:
    """Read a CSV file as `pandas.read_csv(source)` does: inferred types, exactly rounded floats.

    It reads in pieces, which takes half the memory of reading at once. Where the pieces of a column are of different
    types, such as numbers and texts, its type is inferred from all of it instead.
    """
    options |= {"usecols": usecols}
    with source.open("rb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore", pd.errors.DtypeWarning)
        frame: pd.DataFrame = pd.read_csv(file, **options)
    if _may_differ_by_piece(frame):
        del frame
        with source.open("rb") as file:
            frame = pd.read_csv(file, low_memory=False, **options)
    return _in_one_piece(frame)


def _may_differ_by_piece(frame: pd.DataFrame) -> bool:
    """Numbers and texts come out as objects, whole numbers with and without a sign as floats."""
    columns = [column for _, column in frame.items()]
    floats = (column.to_numpy() for column in columns if column.dtype == np.float64)
    return any(column.dtype == "object" for column in columns) or has_odd_numbers(floats)


def _in_one_piece(frame: pd.DataFrame) -> pd.DataFrame:
    """With each column of texts as one array: to move the texts of several, Arrow puts those together every time."""
    for name, column in frame.items():
        texts = pa.array(column) if isinstance(column.dtype, pd.StringDtype) else None
        if isinstance(texts, pa.ChunkedArray):
            frame[name] = texts.combine_chunks().to_pandas().array
    return frame


def column_names(source: Source) -> list[str]:
    """The names of the columns, as `read_csv` has them; many are found much sooner than a frame of them is made."""
    with source.open("rb") as file:
        line = file.readline().removesuffix(b"\n").removesuffix(b"\r")
    names = line.decode(errors="replace").split(",")
    if _PLAIN_NAMES(line) and all(map(str.strip, names)) and len(set(names)) == len(names) > 1:
        return names
    with source.open("rb") as file:
        return list(pd.read_csv(file, nrows=0).columns)


def write_csv(
    frame: pd.DataFrame,
    target: Path | IO[bytes],
    *,
    quote_text: bool = False,
    where: npt.NDArray[np.bool_] | None = None,
    digits: int | None = None,
) -> None:
    """Write the bytes of `frame.to_csv(target, index=False)`, or of `frame[where]`, which costs no copy of the frame.

    `quote_text` puts quotes around every text and missing value (`csv.QUOTE_NONNUMERIC`), `digits` writes floats with
    so many significant ones (`float_format="%.10g"`).
    """
    if isinstance(target, Path):
        target.parent.mkdir(parents=True, exist_ok=True)
    if frame.shape[1] < 2 or not all(is_plain(dtype) for dtype in frame.dtypes):
        frame = frame if where is None else frame[where]
        quoting = csv.QUOTE_NONNUMERIC if quote_text else csv.QUOTE_MINIMAL
        float_format = f"%.{digits}g" if digits else None
        frame.to_csv(target, index=False, lineterminator="\n", quoting=quoting, float_format=float_format)  # type: ignore[call-overload]
        return
    with target.open("wb") if isinstance(target, Path) else nullcontext(target) as file:
        write_frame(frame, file, quote_text=quote_text, where=where, digits=digits)


def rows_where(frame: pd.DataFrame, where: npt.NDArray[np.bool_]) -> pd.DataFrame:
    """`frame[where]`, which for a large frame of texts would first copy them all."""
    pieces = [slice(start, start + _PIECE_ROWS) for start in range(0, max(len(frame), 1), _PIECE_ROWS)]
    return pd.concat([frame.iloc[piece][where[piece]] for piece in pieces])


def read_with_texts(source: Source, columns: Sequence[str]) -> pd.DataFrame:
    """Read a CSV file with these columns as what stands there, blanks as empty text, and others as `read_csv` does."""
    if not columns:
        return read_csv(source)
    others = [name for name in column_names(source) if name not in columns]
    na_values = dict.fromkeys(others, NA_WORDS)
    return read_csv(source, dtype=dict.fromkeys(columns, str), keep_default_na=False, na_values=na_values)


def read_texts(source: Source, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """Read a CSV file with every cell as text, blanks as empty text."""
    return read_csv(source, dtype=str, keep_default_na=False, usecols=columns)

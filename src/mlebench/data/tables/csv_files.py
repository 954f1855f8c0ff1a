"""CSV in and out: the results of pandas' defaults, at the speed of Arrow.

pandas' reader and writer define what v1 means (type inference, words for missing values, shortest
round-run floats). The fast paths below are taken only where they give the same result and step back
to pandas for anything unusual.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.csv as pacsv

from mlebench.data.tables.csv_blocks import NotPlain, Source, header_of, read_table
from mlebench.data.tables.csv_text import is_plain, write_frame
from mlebench.data.tables.pandas_rules import NA_WORDS

_RELEASED_BYTES = 64 << 20  # the next file can use what a smaller one took; fresh memory costs time
_PEEK_ROWS = 500  # pandas reads so many first, as they tell the types of the columns
_PIECE_ROWS = 1 << 16
_LARGE_NUMBER = re.compile(r"\W*\d{19,}\W*", re.ASCII).fullmatch


def read_csv(source: Source, *, usecols: Sequence[str] | None = None, **options: Any) -> pd.DataFrame:
    """Read a CSV file as `pandas.read_csv(source)` does: inferred types, exactly rounded floats.

    With further options of pandas' own the file goes to pandas as it is.
    """
    table = None if options else _read_with_arrow(source, usecols)
    if table is not None:
        return table
    with source.open("rb") as file:
        frame: pd.DataFrame = pd.read_csv(file, **{"low_memory": False, "usecols": usecols, **options})
    return frame


def column_names(source: Source) -> list[str]:
    """The names of the columns, as `read_csv` has them; many are found much sooner than a frame of them is made."""
    header = _header(source)
    if all(map(str.strip, header)) and len(set(header)) == len(header) > 1:
        return header
    return list(read_csv(source, nrows=0).columns)


def _header(source: Source) -> list[str]:
    """The cells of the first line; none where it cannot be read."""
    try:
        with source.open("rb") as file:
            return header_of(file)
    except (ValueError, csv.Error):
        return []


def _size(source: Source) -> int:
    return source.stat().st_size if isinstance(source, Path) else getattr(source, "size", 0)


def _read_with_arrow(source: Source, wanted: Sequence[str] | None) -> pd.DataFrame | None:
    """The table, or None where Arrow and pandas might disagree."""
    peek = first_rows(source, wanted)
    if peek is not None and len(peek) < _PEEK_ROWS:
        return peek  # that was the whole file
    convert = arrow_options(source, peek, wanted)
    if convert is None:
        return None
    try:
        table = read_table(source, convert, _size(source))
    except (pa.ArrowInvalid, NotPlain):
        return None
    if any(pa.types.is_boolean(column.type) and column.null_count for column in table.columns):
        return None
    frame = table.to_pandas(split_blocks=True, self_destruct=True)
    del table
    if _size(source) >= _RELEASED_BYTES:
        pa.default_memory_pool().release_unused()  # what parsing took
    # By name a frame would first make an index of its columns.
    floats = (column.to_numpy() for _, column in frame.items() if column.dtype == np.float64)
    return None if has_odd_numbers(floats) else frame


def arrow_options(
    source: Source, peek: pd.DataFrame | None, wanted: Sequence[str] | None = None
) -> pacsv.ConvertOptions | None:
    """How Arrow has to read the columns to give what pandas gives; None where the first rows say that it cannot."""
    if peek is None:
        return None
    header = _header(source)
    names = [name for name in header if wanted is None or name in wanted]
    # In a file of one column pandas skips lines of blanks; with several, Arrow refuses them.
    if peek.empty or list(peek.columns) != names or len(set(header)) < max(len(header), 2):
        return None
    types = {str(name): _arrow_type(column) for name, column in peek.items()}
    if None in types.values():
        return None
    return pacsv.ConvertOptions(
        column_types=types,
        include_columns=names,
        null_values=NA_WORDS,
        true_values=["True", "TRUE", "true"],
        false_values=["False", "FALSE", "false"],
        strings_can_be_null=True,
        quoted_strings_can_be_null=True,
    )


def first_rows(source: Source, wanted: Sequence[str] | None = None) -> pd.DataFrame | None:
    """A look at the file; None where pandas refuses it."""
    try:
        with source.open("rb") as file:
            return pd.read_csv(
                file, nrows=_PEEK_ROWS, usecols=None if wanted is None else list(wanted), low_memory=False
            )
    except ValueError:
        return None


def has_odd_numbers(columns: Iterable[npt.NDArray[np.float64]]) -> bool:
    """Where a column of floats has only whole numbers and blanks, pandas drops the sign of `-0`; and it makes texts of
    them all where one that no integer type holds comes before the first that is not whole.
    """
    return any(map(_is_odd, columns))


def _is_odd(values: npt.NDArray[np.float64]) -> bool:
    if not _all_whole(values[:_PEEK_ROWS]):
        return False
    huge = np.abs(values) >= 2.0**63
    if huge.any() and _all_whole(values[: huge.argmax()]):
        return True
    return bool(((values == 0) & np.signbit(values)).any()) and _all_whole(values)


def _all_whole(values: npt.NDArray[np.float64]) -> bool:
    return bool(np.all((values == np.trunc(values)) | np.isnan(values)))


def _arrow_type(column: pd.Series[Any]) -> pa.DataType | None:
    if column.dtype == np.int64:
        return pa.int64()
    if column.dtype == np.float64:
        return pa.float64()
    if column.dtype == np.bool_:
        return pa.bool_()
    if not isinstance(column.dtype, pd.StringDtype):
        return None
    # Where a number is too large for an integer type, pandas may keep the words for missing values.
    texts = pa.array(column, pa.large_string(), from_pandas=True).to_pylist()
    return None if any(map(_LARGE_NUMBER, filter(None, texts))) else pa.large_string()


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

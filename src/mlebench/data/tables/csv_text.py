"""Writing large tables as CSV: whole columns become text at once, with the bytes that pandas would write."""

from __future__ import annotations

import csv
import io
import os
from typing import IO, Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from mlebench.data.progress import in_threads

Column: TypeAlias = "npt.NDArray[Any] | pa.LargeStringArray"  # numbers or texts
_BYTES_AT_ONCE = 2 << 20
_THREADS = min(4, os.cpu_count() or 1)
_TEXT = pa.large_string()
_NOTHING, _COMMA, _QUOTE, _LINE_END, _POINT_ZERO = (pa.scalar(text, _TEXT) for text in ("", ",", '"', "\n", ".0"))


def is_plain(dtype: Any) -> bool:
    """Whether a column of this type can be written here."""
    return dtype in (np.int64, np.int32, np.float64) or isinstance(dtype, pd.StringDtype)


def write_frame(
    frame: pd.DataFrame, file: IO[bytes], *, quote_text: bool, where: npt.NDArray[np.bool_] | None = None
) -> None:
    """Write header and rows; `quote_text` puts quotes around every text and missing value."""
    quoting: Any = csv.QUOTE_NONNUMERIC if quote_text else csv.QUOTE_MINIMAL
    file.write(frame.iloc[:0].to_csv(index=False, lineterminator="\n", quoting=quoting).encode())

    step = _rows_at_once(frame)

    def text(start: int) -> memoryview:
        rows = slice(start, start + step)
        part = frame.iloc[rows] if where is None else frame.iloc[rows][where[rows]]
        columns = _columns(part)
        return _written(columns, quote_text) or _buffer(_joined(columns, quote_text))

    # Arrow lets go of the GIL, so that several blocks are made at once.
    for block in in_threads(text, range(0, len(frame), step), threads=_THREADS):
        file.write(block)


def _rows_at_once(frame: pd.DataFrame) -> int:
    size = int(frame.memory_usage(index=False).sum()) // max(1, len(frame))
    return max(_BYTES_AT_ONCE // max(1, size), 1)


def csv_lines(part: pd.DataFrame) -> pa.LargeStringArray:
    """Each row as its line in the file, line end included."""
    columns = _columns(part)
    text = _written(columns, quote_text=False)
    if text is None:
        return _joined(columns, quote_text=False)
    # Nothing is quoted, so that every line feed ends a line.
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n")) + 1
    offsets = pa.py_buffer(np.concatenate([[0], ends]))
    return pa.Array.from_buffers(_TEXT, len(ends), [None, offsets, pa.py_buffer(text)])


def _columns(part: pd.DataFrame) -> list[Column]:
    return [_column(part.iloc[:, i]) for i in range(part.shape[1])]


def _column(series: pd.Series[Any]) -> Column:
    if not isinstance(series.dtype, pd.StringDtype):
        return series.to_numpy()
    array = pa.array(series, type=_TEXT, from_pandas=True)
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    return pc.fill_null(array, "")


def _written(columns: list[Column], quote_text: bool) -> memoryview | None:
    """The lines as Arrow's writer makes them; None where that would not be what pandas writes."""
    if quote_text and any(column.dtype.kind == "f" for column in columns if isinstance(column, np.ndarray)):
        return None
    arrays = [
        pa.array(column) if isinstance(column, pa.Array) or column.dtype.kind == "i" else _float_cells(column, "")
        for column in columns
    ]
    options = pacsv.WriteOptions(
        include_header=False, batch_size=1 << 16, quoting_style="needed" if quote_text else "none"
    )
    sink = pa.BufferOutputStream()
    try:
        pacsv.write_csv(pa.table(arrays, names=[str(i) for i in range(len(arrays))]), sink, options)
    except pa.ArrowInvalid:  # some text needs quotes
        return None
    return memoryview(sink.getvalue())


def _joined(columns: list[Column], quote_text: bool) -> pa.LargeStringArray:
    cells = [_cells(column, quote_text) for column in columns]
    cells[-1] = pc.binary_join_element_wise(cells[-1], _LINE_END, _NOTHING)
    return pc.binary_join_element_wise(*cells, _COMMA)


def _buffer(array: pa.LargeStringArray) -> memoryview:
    _, offsets, text = array.buffers()
    bounds = np.frombuffer(offsets, dtype=np.int64)
    return memoryview(text or b"")[bounds[array.offset] : bounds[array.offset + len(array)]]


def _cells(column: Column, quote_text: bool) -> pa.LargeStringArray:
    """The text of each cell as Python's csv module and float formatting would write it."""
    if isinstance(column, pa.Array):
        return _quoted(column) if quote_text else _quoted_where_needed(column)
    if column.dtype.kind == "i":
        return pc.cast(pa.array(column), _TEXT)
    return _float_cells(column, missing='""' if quote_text else "")


def _quoted_where_needed(text: pa.LargeStringArray) -> pa.LargeStringArray:
    content = bytes(_buffer(text))
    if not any(mark.encode() in content for mark in _NEED_QUOTES):
        return text
    return pc.if_else(pc.match_substring_regex(text, f"[{_NEED_QUOTES}]"), _quoted(text), text)


def _needs_quotes(mark: str) -> bool:
    """Whether Python's csv module, which pandas writes with, quotes it: newer ones do so with a lone CR."""
    row = io.StringIO()
    csv.writer(row, lineterminator="\n").writerow([mark, mark])
    return row.getvalue().startswith('"')


_NEED_QUOTES = "".join(filter(_needs_quotes, ',"\n\r'))


def _quoted(text: pa.LargeStringArray) -> pa.LargeStringArray:
    doubled = pc.replace_substring(text, '"', '""') if b'"' in bytes(_buffer(text)) else text
    return pc.binary_join_element_wise(_QUOTE, doubled, _QUOTE, _NOTHING)


def _float_cells(values: npt.NDArray[np.float64], missing: str) -> pa.LargeStringArray:
    """Python's repr of each float. Arrow agrees on the digits between 1e-4 and 1e10, less a final `.0`."""
    size = np.abs(values)
    usual = ((size >= 1e-4) & (size < 1e10)) | (values == 0)
    text = pc.cast(pa.array(values), _TEXT)
    whole = usual & (values == np.trunc(values))
    if whole.any():
        text = pc.if_else(pa.array(whole), pc.binary_join_element_wise(text, _POINT_ZERO, _NOTHING), text)
    if not usual.all():
        rare = [missing if value != value else repr(value) for value in values[~usual].tolist()]
        text = pc.replace_with_mask(text, pa.array(~usual), pa.array(rare, _TEXT))
    return text

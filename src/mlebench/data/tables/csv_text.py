"""Writing large tables as CSV: whole columns become text at once, with the bytes that pandas would write."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from typing import IO, Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from mlebench.data.progress import in_threads
from mlebench.data.tables.bulk_texts import array_of_texts, text_buffer

Column: TypeAlias = "npt.NDArray[Any] | pa.LargeStringArray"  # numbers or texts
_BYTES_AT_ONCE = 2 << 20
_THREADS = min(4, os.cpu_count() or 1)
_TEXT = pa.large_string()
_MARKS = ',"\n\r'  # Arrow's writer refuses texts with these without quotes
_NOTHING, _COMMA, _QUOTE, _LINE_END, _POINT_ZERO = (pa.scalar(text, _TEXT) for text in ("", ",", '"', "\n", ".0"))


def is_plain(dtype: Any) -> bool:
    """Whether a column of this type can be written here."""
    return dtype in (np.int64, np.int32, np.float64) or isinstance(dtype, pd.StringDtype)


def write_frame(
    frame: pd.DataFrame, file: IO[bytes], *, quote_text: bool, where: npt.NDArray[np.bool_] | None = None
) -> None:
    """Write header and rows; `quote_text` puts quotes around every text and missing value."""
    file.write(csv_header(frame.columns, quote_text=quote_text))
    columns = _columns(frame)
    step = max(_BYTES_AT_ONCE * len(frame) // max(1, sum(column.nbytes for column in columns)), 1)

    def text(start: int) -> memoryview:
        rows = slice(start, start + step)
        chosen = None if where is None else where[rows]
        lines = _lines([_chosen(column[rows], chosen) for column in columns], quote_text)
        return lines if isinstance(lines, memoryview) else text_buffer(lines)

    # Arrow lets go of the GIL, so that several blocks are made at once.
    for block in in_threads(text, range(0, len(frame), step), threads=_THREADS):
        file.write(block)


def csv_header(names: Iterable[Any], *, quote_text: bool = False) -> bytes:
    """The line with the names of the columns."""
    line = io.StringIO()
    quoting: Any = csv.QUOTE_NONNUMERIC if quote_text else csv.QUOTE_MINIMAL
    csv.writer(line, lineterminator="\n", quoting=quoting).writerow(names)
    return line.getvalue().encode()


def csv_lines(part: pd.DataFrame) -> pa.LargeStringArray:
    """Each row as its line in the file, line end included."""
    lines = _lines([_chosen(column, None) for column in _columns(part)], quote_text=False)
    if not isinstance(lines, memoryview):
        return lines
    # Nothing is quoted, so that every line feed ends a line.
    ends = np.flatnonzero(np.frombuffer(lines, np.uint8) == ord("\n")) + 1
    return array_of_texts(lines, np.concatenate([[0], ends]))


def _columns(frame: pd.DataFrame) -> list[Any]:
    """Numbers as NumPy holds them, texts as Arrow does, which takes no copy."""
    return [_texts(each) if isinstance(each.dtype, pd.StringDtype) else each.to_numpy() for _, each in frame.items()]


def _texts(series: pd.Series[Any]) -> pa.ChunkedArray:
    array = pa.array(series, _TEXT, from_pandas=True)
    return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])


def _chosen(column: Any, where: npt.NDArray[np.bool_] | None) -> Column:
    if isinstance(column, np.ndarray):
        return column if where is None else column[where]
    texts = column if where is None else column.filter(pa.array(where))
    return pc.fill_null(texts.combine_chunks(), "")


def _lines(columns: list[Column], quote_text: bool) -> memoryview | pa.LargeStringArray:
    """The rows as lines: as Arrow's writer makes them, where that is what pandas writes; else put together here."""
    missing = '""' if quote_text else ""
    cells = [_float_cells(column, missing) if _is_float(column) else pa.array(column) for column in columns]
    texts = [column for column in columns if isinstance(column, pa.Array)]
    if any(map(_is_float, columns)) if quote_text else any(_has_marks(text, _MARKS) for text in texts):
        final = [_final(cell, column, quote_text) for cell, column in zip(cells, columns, strict=True)]
        final[-1] = pc.binary_join_element_wise(final[-1], _LINE_END, _NOTHING)
        return pc.binary_join_element_wise(*final, _COMMA)
    options = pacsv.WriteOptions(
        include_header=False, batch_size=1 << 16, quoting_style="needed" if quote_text else "none"
    )
    sink = pa.BufferOutputStream()
    pacsv.write_csv(pa.table(cells, names=[str(i) for i in range(len(cells))]), sink, options)
    return memoryview(sink.getvalue())


def _is_float(column: Column) -> bool:
    return isinstance(column, np.ndarray) and column.dtype.kind == "f"


def _final(cells: pa.Array, column: Column, quote_text: bool) -> pa.LargeStringArray:
    """The text of each cell as Python's csv module would write it."""
    if isinstance(column, np.ndarray):
        return pc.cast(cells, _TEXT)
    return _quoted(cells) if quote_text else _quoted_where_needed(cells)


def _has_marks(text: pa.LargeStringArray, marks: str) -> bool:
    content = bytes(text_buffer(text))
    return any(mark.encode() in content for mark in marks)


def _quoted_where_needed(text: pa.LargeStringArray) -> pa.LargeStringArray:
    if not _has_marks(text, _NEED_QUOTES):
        return text
    return pc.if_else(pc.match_substring_regex(text, f"[{_NEED_QUOTES}]"), _quoted(text), text)


def _needs_quotes(mark: str) -> bool:
    """Whether Python's csv module, which pandas writes with, quotes it: newer ones do so with a lone CR."""
    row = io.StringIO()
    csv.writer(row, lineterminator="\n").writerow([mark, mark])
    return row.getvalue().startswith('"')


_NEED_QUOTES = "".join(filter(_needs_quotes, _MARKS))


def _quoted(text: pa.LargeStringArray) -> pa.LargeStringArray:
    doubled = pc.replace_substring(text, '"', '""') if _has_marks(text, '"') else text
    return pc.binary_join_element_wise(_QUOTE, doubled, _QUOTE, _NOTHING)


def _float_cells(values: npt.NDArray[np.float64], missing: str) -> pa.LargeStringArray:
    """Python's repr of each float. Arrow agrees on the digits between 1e-4 and 1e10, less a final `.0`."""
    size = np.abs(values)
    usual = ((size >= 1e-4) & (size < 1e10)) | (values == 0)
    text = pc.cast(pa.array(values), _TEXT)
    whole = usual & (values == np.trunc(values))
    if whole.any():
        marked = pa.array(whole)
        longer = pc.binary_join_element_wise(text.filter(marked), _POINT_ZERO, _NOTHING)
        text = longer if whole.all() else pc.replace_with_mask(text, marked, longer)
    if not usual.all():
        rare = [missing if value != value else repr(value) for value in values[~usual].tolist()]
        text = pc.replace_with_mask(text, pa.array(~usual), pa.array(rare, _TEXT))
    return text

"""Writing large tables as CSV: whole columns become text at once, with the bytes that pandas would write."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from functools import partial
from itertools import chain
from typing import IO, Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from mlebench.data.progress import in_threads
from mlebench.data.tables.bulk_texts import array_of_texts, joined, quoted_parts, text_buffer
from mlebench.data.tables.number_formats import general_texts, shortest_texts

Column: TypeAlias = "npt.NDArray[Any] | pa.LargeStringArray"  # numbers or texts
_BYTES_AT_ONCE = 2 << 20
_THREADS = min(4, os.cpu_count() or 1)
_TEXT = pa.large_string()
_MARKS = ',"\n\r'  # Arrow's writer refuses texts with these without quotes


def is_plain(dtype: Any) -> bool:
    """Whether a column of this type can be written here."""
    return dtype in (np.int64, np.int32, np.float64, np.float32) or isinstance(dtype, pd.StringDtype)


def write_frame(
    frame: pd.DataFrame,
    file: IO[bytes],
    *,
    quote_text: bool = False,
    where: npt.NDArray[np.bool_] | None = None,
    digits: int | None = None,
) -> None:
    """Write header and rows, as `write_csv` says."""
    file.write(csv_header(frame.columns, quote_text=quote_text))
    columns = _columns(frame)
    step = max(_BYTES_AT_ONCE * len(frame) // max(1, sum(column.nbytes for column in columns)), 1)

    def text(start: int) -> memoryview:
        rows = slice(start, start + step)
        chosen = None if where is None else where[rows]
        lines = _lines([_chosen(column[rows], chosen) for column in columns], quote_text, digits)
        return lines if isinstance(lines, memoryview) else text_buffer(lines)

    # Arrow lets go of the GIL, so that several blocks are made at once.
    starts = range(0, len(frame), step)
    for block in in_threads(text, starts, threads=min(_THREADS, len(starts) or 1)):
        file.write(block)


def csv_header(names: Iterable[Any], *, quote_text: bool = False) -> bytes:
    """The line with the names of the columns."""
    line = io.StringIO()
    quoting: Any = csv.QUOTE_NONNUMERIC if quote_text else csv.QUOTE_MINIMAL
    csv.writer(line, lineterminator="\n", quoting=quoting).writerow(names)
    return line.getvalue().encode()


def csv_lines(columns: Iterable[Any]) -> pa.LargeStringArray:
    """Each row of columns of numbers (NumPy) and texts (Arrow) as its line in a file, line end included."""
    lines = _lines([_chosen(column, None) for column in columns])
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


def _lines(
    columns: list[Column], quote_text: bool = False, digits: int | None = None
) -> memoryview | pa.LargeStringArray:
    """The rows as lines: as Arrow's writer makes them, where that is what pandas writes; else put together here."""
    missing = '""' if quote_text else ""
    write_floats = partial(general_texts, digits=digits) if digits else shortest_texts
    cells = [write_floats(column, missing=missing) if _is_float(column) else pa.array(column) for column in columns]
    texts = [column for column in columns if isinstance(column, pa.Array)]
    if any(map(_is_float, columns)) if quote_text else any(map(_has_marks, texts)):
        marks = None if quote_text else _NEED_QUOTES
        finished = [
            [pc.cast(cell, _TEXT)] if isinstance(column, np.ndarray) else quoted_parts(cell, marks)
            for cell, column in zip(cells, columns, strict=True)
        ]
        *parts, _ = chain.from_iterable([*cell, ","] for cell in finished)
        return joined(*parts, "\n")  # at once: each text is copied once
    options = pacsv.WriteOptions(
        include_header=False, batch_size=1 << 16, quoting_style="needed" if quote_text else "none"
    )
    sink = pa.BufferOutputStream()
    pacsv.write_csv(pa.table(cells, names=[str(i) for i in range(len(cells))]), sink, options)
    return memoryview(sink.getvalue())


def _is_float(column: Column) -> bool:
    return isinstance(column, np.ndarray) and column.dtype.kind == "f"


def _has_marks(text: pa.LargeStringArray) -> bool:
    content = bytes(text_buffer(text))
    return any(mark.encode() in content for mark in _MARKS)


def _needs_quotes(mark: str) -> bool:
    """Whether Python's csv module, which pandas writes with, quotes it: newer ones do so with a lone CR."""
    row = io.StringIO()
    csv.writer(row, lineterminator="\n").writerow([mark, mark])
    return row.getvalue().startswith('"')


_NEED_QUOTES = "".join(filter(_needs_quotes, _MARKS)).encode()

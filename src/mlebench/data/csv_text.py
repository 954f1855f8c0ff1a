"""Writing large tables as CSV: whole columns become text at once, with the bytes that pandas would write."""

from __future__ import annotations

import csv
import io
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

_ROWS = 1 << 16
_THREADS = min(4, os.cpu_count() or 1)
_TEXT = pa.large_string()
_NOTHING, _COMMA, _QUOTE, _LINE_END, _POINT_ZERO = (pa.scalar(text, _TEXT) for text in ("", ",", '"', "\n", ".0"))


def is_plain(dtype: Any) -> bool:
    """Whether a column of this type can be written here."""
    return dtype in (np.int64, np.int32, np.float64) or isinstance(dtype, pd.StringDtype)


def write_frame(frame: pd.DataFrame, file: IO[bytes], *, quote_text: bool) -> None:
    """Write header and rows; `quote_text` puts quotes around every text and missing value."""
    quoting: Any = csv.QUOTE_NONNUMERIC if quote_text else csv.QUOTE_MINIMAL
    file.write(frame.iloc[:0].to_csv(index=False, lineterminator="\n", quoting=quoting).encode())
    for block in _blocks(frame, quote_text):
        file.write(block)


def _blocks(frame: pd.DataFrame, quote_text: bool) -> Iterator[memoryview]:
    """The text of consecutive rows, made by several threads (Arrow lets go of the GIL), a few blocks ahead."""
    with ThreadPoolExecutor(_THREADS) as pool:
        ahead: deque[Future[memoryview]] = deque()
        for start in range(0, len(frame), _ROWS):
            ahead.append(pool.submit(_block, frame.iloc[start : start + _ROWS], quote_text))
            if len(ahead) > 2 * _THREADS:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def _block(part: pd.DataFrame, quote_text: bool) -> memoryview:
    # One buffer holds the text of all lines of the array, in order: that is the file's content.
    return _buffer(csv_lines(part, quote_text=quote_text))


def csv_lines(part: pd.DataFrame, *, quote_text: bool = False) -> pa.LargeStringArray:
    """Each row as its line in the file, line end included."""
    columns = [_cells(part.iloc[:, i], quote_text) for i in range(part.shape[1])]
    columns[-1] = pc.binary_join_element_wise(columns[-1], _LINE_END, _NOTHING)
    return pc.binary_join_element_wise(*columns, _COMMA)


def _buffer(array: pa.LargeStringArray) -> memoryview:
    _, offsets, text = array.buffers()
    bounds = np.frombuffer(offsets, dtype=np.int64)
    return memoryview(text or b"")[bounds[array.offset] : bounds[array.offset + len(array)]]


def _cells(series: pd.Series[Any], quote_text: bool) -> pa.LargeStringArray:
    """The text of each cell as Python's csv module and float formatting would write it."""
    if isinstance(series.dtype, pd.StringDtype):
        array = pa.array(series, type=_TEXT, from_pandas=True)
        array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
        text = pc.fill_null(array, "")
        return _quoted(text) if quote_text else _quoted_where_needed(text)
    values = series.to_numpy()
    if values.dtype.kind == "i":
        return pc.cast(pa.array(values), _TEXT)
    return _float_cells(values, missing='""' if quote_text else "")


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

"""CSV in and out: the results of pandas' defaults, at the speed of Arrow where a file is large.

pandas' reader and writer define what v1 means (type inference, words for missing values, shortest
round-trip floats). The fast paths below are taken only where they give the same result and step back
to pandas for anything unusual.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

FAST_READ_BYTES = 4 << 20
FAST_WRITE_CELLS = 200_000
_PEEK_ROWS = 500
_WRITE_ROWS = 1 << 18

# pandas' words for a missing value.
NA_WORDS = sorted(
    ["#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"]
) + [""]


class Source(Protocol):
    """Something that holds a CSV file: a path, or a member of an archive."""

    def open(self, mode: str) -> IO[bytes]: ...  # noqa: D102


def read_csv(source: Source, **options: Any) -> pd.DataFrame:
    """Read a CSV file as `pandas.read_csv(source)` does: inferred types, exactly rounded floats.

    With options of pandas' own the file goes to pandas as it is.
    """
    if not options and _size(source) >= FAST_READ_BYTES:
        table = _read_with_arrow(source)
        if table is not None:
            return table
    with source.open("rb") as file:
        frame: pd.DataFrame = pd.read_csv(file, **{"low_memory": False, **options})
    return frame


def _size(source: Source) -> int:
    with source.open("rb") as file:
        return file.seek(0, io.SEEK_END) if isinstance(source, Path) else getattr(source, "size", 0)


def _read_with_arrow(source: Source) -> pd.DataFrame | None:
    """The table, or None where Arrow and pandas might disagree."""
    try:
        with source.open("rb") as file:
            peek = pd.read_csv(file, nrows=_PEEK_ROWS)
        types = {str(name): _arrow_type(peek[name].dtype) for name in peek.columns}
        if None in types.values() or not peek.columns.is_unique or peek.empty:
            return None
        with source.open("rb") as file:
            table = pacsv.read_csv(
                file,
                read_options=pacsv.ReadOptions(block_size=16 << 20),
                parse_options=pacsv.ParseOptions(newlines_in_values=_has_quotes(source)),
                convert_options=pacsv.ConvertOptions(
                    column_types=types,
                    null_values=NA_WORDS,
                    strings_can_be_null=True,
                    quoted_strings_can_be_null=True,
                ),
            )
    except (pa.ArrowInvalid, ValueError):
        return None
    if table.column_names != list(peek.columns):
        return None
    for column in table.columns:
        # A word such as "nAn" is a number to Arrow and a text to pandas.
        if pa.types.is_floating(column.type) and pc.any(pc.is_nan(column)).as_py():
            return None
    return table.to_pandas(split_blocks=True, self_destruct=True)


def _arrow_type(dtype: Any) -> pa.DataType | None:
    if dtype == np.int64:
        return pa.int64()
    if dtype == np.float64:
        return pa.float64()
    return pa.large_string() if isinstance(dtype, pd.StringDtype) else None


def _has_quotes(source: Source) -> bool:
    """Only a file with quotes can have line breaks inside a value, which cost Arrow its parallel reading."""
    with source.open("rb") as file:
        while block := file.read(16 << 20):
            if b'"' in block:
                return True
    return False


def write_csv(frame: pd.DataFrame, target: Path | IO[bytes], *, quote_text: bool = False) -> None:
    """Write the bytes of `frame.to_csv(target, index=False)`.

    `quote_text` puts quotes around every text and missing value (`csv.QUOTE_NONNUMERIC`).
    """
    if isinstance(target, Path):
        target.parent.mkdir(parents=True, exist_ok=True)
    quoting = csv.QUOTE_NONNUMERIC if quote_text else csv.QUOTE_MINIMAL
    if (
        frame.size < FAST_WRITE_CELLS
        or not all(_is_plain(dtype) for dtype in frame.dtypes)
        or frame.shape[1] < 2
    ):
        frame.to_csv(target, index=False, lineterminator="\n", quoting=quoting)
        return
    if isinstance(target, Path):
        with target.open("wb") as file:
            _write_fast(frame, file, quoting)
    else:
        _write_fast(frame, target, quoting)


def _is_plain(dtype: Any) -> bool:
    return dtype in (np.int64, np.int32, np.float64) or isinstance(dtype, pd.StringDtype)


def _write_fast(frame: pd.DataFrame, file: IO[bytes], quoting: Any) -> None:
    file.write(frame.iloc[:0].to_csv(index=False, lineterminator="\n", quoting=quoting).encode())
    for start in range(0, len(frame), _WRITE_ROWS):
        part = frame.iloc[start : start + _WRITE_ROWS]
        columns = [_cells(part.iloc[:, i], quoting == csv.QUOTE_NONNUMERIC) for i in range(part.shape[1])]
        lines = pc.binary_join_element_wise(*columns, pa.scalar(",", pa.large_string()))
        # A large_string array is one buffer of text and one of offsets: with a line break as the last
        # part of each line, the text buffer is the file's content.
        lines = pc.binary_join_element_wise(
            lines, pa.scalar("\n", pa.large_string()), pa.scalar("", pa.large_string())
        )
        chunk = lines.combine_chunks() if isinstance(lines, pa.ChunkedArray) else lines
        file.write(_text_buffer(chunk))


def _text_buffer(array: pa.LargeStringArray) -> memoryview:
    _, offsets, text = array.buffers()
    bounds = np.frombuffer(offsets, dtype=np.int64)
    return memoryview(text)[bounds[array.offset] : bounds[array.offset + len(array)]]


def _cells(series: pd.Series[Any], quote_text: bool) -> pa.LargeStringArray:
    """The text of each cell as Python's csv module and float formatting would write it."""
    if isinstance(series.dtype, pd.StringDtype):
        text = _plain_array(pa.array(series, type=pa.large_string(), from_pandas=True))
        if quote_text:
            return _quoted(pc.fill_null(text, ""))
        text = pc.fill_null(text, "")
        needs_quotes = pc.match_substring_regex(text, '[,"\r\n]')
        return pc.if_else(needs_quotes, _quoted(text), text) if pc.any(needs_quotes).as_py() else text
    values = series.to_numpy()
    if values.dtype.kind == "i":
        return pc.cast(pa.array(values), pa.large_string())
    return _float_cells(values, missing='""' if quote_text else "")


def _plain_array(array: pa.Array | pa.ChunkedArray) -> pa.Array:
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array


def _quoted(text: pa.LargeStringArray) -> pa.LargeStringArray:
    quote = pa.scalar('"', pa.large_string())
    doubled = pc.replace_substring(text, '"', '""')
    return pc.binary_join_element_wise(quote, doubled, quote, pa.scalar("", pa.large_string()))


def _float_cells(values: np.ndarray[Any, Any], missing: str) -> pa.LargeStringArray:
    """Python's repr of each float. Arrow agrees on the digits between 1e-4 and 1e10, less a final `.0`."""
    size = np.abs(values)
    usual = ((size >= 1e-4) & (size < 1e10)) | (values == 0)
    text = pc.cast(pa.array(values), pa.large_string())
    whole = pa.array(usual & (values == np.floor(values)))
    zero = pa.scalar(".0", pa.large_string())
    text = pc.if_else(whole, pc.binary_join_element_wise(text, zero, pa.scalar("", pa.large_string())), text)
    if not usual.all():
        rare = [missing if v != v else repr(v) for v in values[~usual].tolist()]
        text = pc.replace_with_mask(text, pa.array(~usual), pa.array(rare, pa.large_string()))
    return text


def read_texts(source: Source, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """Read a CSV file with every cell as text, blanks as empty text."""
    return read_csv(source, dtype=str, keep_default_na=False, usecols=columns)

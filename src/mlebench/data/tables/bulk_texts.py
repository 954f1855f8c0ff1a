"""Columns of texts as Arrow holds them, all at once: how they are read, quoted, put together and cut out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from mlebench.data.tables.pandas_rules import NA_WORDS

_EMPTY, _QUOTE = pa.scalar("", pa.large_string()), pa.scalar('"', pa.large_string())


def text_options(columns: Sequence[str], missing: Sequence[str] = NA_WORDS) -> pacsv.ConvertOptions:
    """How Arrow reads columns as texts."""
    return pacsv.ConvertOptions(
        include_columns=list(columns),
        column_types={name: pa.large_string() for name in columns},
        null_values=list(missing),
        strings_can_be_null=True,
        quoted_strings_can_be_null=True,
    )


def csv_cells(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    """Each text as a CSV cell: quoted where it holds a comma, a quote or a line feed; missing is empty.

    A lone carriage return is left alone, as Python 3.11 does.
    """
    return joined(*quoted_parts(pc.fill_null(texts, ""), b',"\n'))


def quoted_parts(texts: pa.LargeStringArray, marks: bytes | None) -> list[Any]:
    """What `joined` makes cells of: texts with quotes around those that have one of the marks, or around all."""
    marked = np.ones(len(texts), dtype=bool) if marks is None else have_marks(texts, marks)
    if not marked.any():
        return [texts]
    quote = pc.if_else(pa.array(marked), _QUOTE, _EMPTY)
    return [quote, pc.replace_substring(texts, '"', '""'), quote]


def have_marks(texts: pa.LargeStringArray, marks: bytes) -> npt.NDArray[np.bool_]:
    """Which texts have one of these characters in them."""
    content, bounds = np.frombuffer(text_buffer(texts), np.uint8), text_bounds(texts)
    found = np.zeros(len(content), dtype=bool)
    for mark in marks:
        found |= content == mark
    marks_before = np.searchsorted(np.flatnonzero(found), bounds - bounds[0])
    return np.asarray(np.diff(marks_before) > 0)


def joined(*parts: pa.LargeStringArray | str, by: str = "") -> pa.LargeStringArray:
    """Texts put together row by row."""
    as_arrow = [pa.scalar(p, pa.large_string()) if isinstance(p, str) else p for p in parts]
    return pc.binary_join_element_wise(*as_arrow, pa.scalar(by, pa.large_string()))


def ended(texts: Sequence[str] | pd.Series[str], end: str) -> pa.LargeStringArray:
    """Texts with the same end behind each, in one piece."""
    array = joined(pa.array(texts, pa.large_string()), end)
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array


def array_of_texts(content: Any, bounds: npt.NDArray[np.int64]) -> pa.LargeStringArray:
    """Texts that stand one after the other in a buffer, as UTF-8; they are not copied."""
    return pa.Array.from_buffers(
        pa.large_string(), len(bounds) - 1, [None, pa.py_buffer(bounds), pa.py_buffer(content)]
    )


def spans(content: Any, starts: npt.NDArray[np.int64], stops: npt.NDArray[np.int64]) -> pa.LargeStringArray:
    """Texts that stand in a buffer with something between them, each from its start to its stop."""
    bounds = np.full(2 * len(starts) + 1, len(content))
    bounds[:-1:2], bounds[1::2] = starts, stops
    return array_of_texts(content, bounds).take(pa.array(np.arange(0, len(bounds) - 1, 2)))


def text_bounds(texts: pa.LargeStringArray) -> npt.NDArray[np.int64]:
    """Where each text begins in the buffer of an array, and where the last ends."""
    bounds = np.frombuffer(texts.buffers()[1], dtype=np.int64)
    return bounds[texts.offset : texts.offset + len(texts) + 1]


def text_buffer(texts: pa.LargeStringArray) -> memoryview:
    """All texts of an array, one after the other, as UTF-8."""
    offsets = text_bounds(texts)
    return memoryview(texts.buffers()[2] or b"")[offsets[0] : offsets[-1]]

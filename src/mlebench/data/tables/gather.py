"""A data frame out of the tables that a file is read in.

Numbers go to their place as they come. Arrow would first keep all tables and then copy them, which takes twice the
memory; texts it need not copy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa


def gather(tables: Iterable[pa.Table], expected: float) -> pd.DataFrame:
    """The tables below each other, as Arrow's own `to_pandas` makes it of whole numbers, floats and texts.

    There is at least one, and `expected` says how many tables as long as the first one there may be.
    """
    numbers: dict[str, _Numbers] = {}
    texts: dict[str, list[pa.ChunkedArray]] = {}
    for table in tables:
        for name, column in zip(table.column_names, table.columns, strict=True):
            if pa.types.is_large_string(column.type):
                texts.setdefault(name, []).append(column)
                continue
            if name not in numbers:
                numbers[name] = _Numbers(room=int(len(column) * expected))
            numbers[name].append(column.to_numpy())
    columns = {name: numbers[name].values() if name in numbers else _joined(texts[name]) for name in table.column_names}
    return pd.DataFrame(columns, copy=False)


def _joined(texts: list[pa.ChunkedArray]) -> pd.Series[Any]:
    chunks = [chunk for column in texts for chunk in column.chunks]
    series: pd.Series[Any] = pa.chunked_array(chunks, pa.large_string()).to_pandas()
    return series


class _Numbers:
    """An array that grows. What is allocated and never written to takes no memory."""

    def __init__(self, room: int) -> None:
        self._array: npt.NDArray[Any] = np.empty(room, dtype=np.int64)
        self._size = 0

    def append(self, values: npt.NDArray[Any]) -> None:
        """Add values at the end; with the first fraction or blank all become floats."""
        start, end = self._size, self._size + len(values)
        dtype = np.result_type(self._array, values) if start else values.dtype
        if end > len(self._array) or dtype != self._array.dtype:
            moved = np.empty(max(len(self._array), end * 3 // 2), dtype=dtype)
            moved[:start] = self._array[:start]
            self._array = moved
        self._array[start:end] = values
        self._size = end

    def values(self) -> npt.NDArray[Any]:
        """All that was added."""
        return self._array[: self._size]

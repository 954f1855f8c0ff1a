"""Records of texts that are larger than memory: read in pieces, kept in a file, taken in any order."""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa

from mlebench.data.tables.bulk_texts import array_of_texts, text_bounds, text_buffer, text_options
from mlebench.data.tables.csv_blocks import NotPlain, Result, Source, each_block, parse_block
from mlebench.data.tables.pandas_rules import NA_WORDS
from mlebench.errors import DataError


def text_batches(
    source: Source, columns: Sequence[str], *, missing: Sequence[str] = NA_WORDS
) -> Iterator[pa.RecordBatch]:
    """Read columns of a CSV file piece by piece, every cell as text; pandas' words for missing are null."""
    for table in readable_blocks(source, partial(parse_block, convert=text_options(columns, missing))):
        yield from table.to_batches()


def readable_blocks(source: Source, then: Callable[[bytes, list[str]], Result]) -> Iterator[Result]:
    """`each_block`, where a file that cannot be read is a fault of the data."""
    try:
        yield from each_block(source, then)
    except (pa.ArrowInvalid, pa.ArrowKeyError, NotPlain) as error:
        raise DataError(f"{source}: cannot be read as CSV ({error})") from error


class TextSpool(ExitStack):
    """Texts written one after the other to a file without a name, then read back in any order.

    The operating system keeps as much of the file in memory as there is room for.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._file = self.enter_context(tempfile.TemporaryFile(dir=folder))  # noqa: SIM115
        self._bounds = [np.zeros(1, dtype=np.int64)]
        self._size = 0

    def append(self, texts: pa.LargeStringArray) -> None:
        """Add the texts at the end."""
        offsets = text_bounds(texts)
        self._file.write(text_buffer(texts))
        self._bounds.append(offsets[1:] - offsets[0] + self._size)
        self._size += int(offsets[-1] - offsets[0])

    def texts(self) -> pa.LargeStringArray:
        """Everything that was appended, as one array that lies on disk."""
        self._file.flush()
        content = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) if self._size else b""
        return array_of_texts(content, np.concatenate(self._bounds))

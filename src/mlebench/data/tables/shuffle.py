"""Bringing more texts into another order than memory holds."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from mlebench.data.progress import in_threads
from mlebench.data.tables.bulk_texts import array_of_texts, text_bounds, text_buffer

Numbers = npt.NDArray[np.int64]


class Shuffle(ExitStack):
    """Texts come in one order and leave in another. They are dealt to files without a name by the range of places
    that they go to; each file is then small enough to be sorted in memory.
    """

    def __init__(self, folder: Path, places: Numbers, parts: int) -> None:
        """`places` says where each text goes, in the order in which they come."""
        super().__init__()
        self._places, self._next = places, 0
        self._width = max(1, -(-len(places) // parts))
        self._parts = [
            _Part(self.enter_context(tempfile.TemporaryFile(dir=folder)), [], [])  # noqa: SIM115
            for _ in range(0, len(places), self._width)
        ]

    @property
    def missing(self) -> int:
        """How many texts are yet to come."""
        return len(self._places) - self._next

    def append(self, texts: pa.LargeStringArray) -> None:
        """Deal the next texts."""
        places = self._places[self._next : self._next + len(texts)]
        self._next += len(texts)
        part_of = (places // self._width).astype(np.uint16)  # NumPy sorts small integers in linear time
        order = np.argsort(part_of, kind="stable")
        ends = np.cumsum(np.bincount(part_of, minlength=len(self._parts)))
        texts, places = texts.take(pa.array(order)), places[order]
        for part, start, end in zip(self._parts, [0, *ends[:-1].tolist()], ends.tolist(), strict=True):
            if end > start:
                part.append(texts[start:end], places[start:end])

    def texts(self) -> Iterator[pa.LargeStringArray]:
        """All texts in their new order, in pieces."""
        return in_threads(_Part.sorted, self._parts)


class _Part(NamedTuple):
    file: IO[bytes]
    places: list[Numbers]
    lengths: list[Numbers]

    def append(self, texts: pa.LargeStringArray, places: Numbers) -> None:
        self.file.write(text_buffer(texts))
        self.places.append(places)
        self.lengths.append(np.diff(text_bounds(texts)))

    def sorted(self) -> pa.LargeStringArray:
        self.file.seek(0)
        texts = array_of_texts(self.file.read(), np.concatenate([[0], np.cumsum(np.concatenate(self.lengths))]))
        return texts.take(pa.array(np.argsort(np.concatenate(self.places))))

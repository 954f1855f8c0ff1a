"""Files of concatenated BSON documents (a MongoDB dump), handled as bytes.

Documents are found by their length prefixes and moved whole; of their content only whole numbers at the
top level are read. That is all that splitting such a file needs, and it runs at the speed of the disk.
"""

from __future__ import annotations

import mmap
import struct
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from mlebench.data.progress import advance, stage
from mlebench.errors import DataError

_LENGTH = struct.Struct("<i")
_INT32, _INT64 = 0x10, 0x12
_INTEGERS = {_INT32: struct.Struct("<i"), _INT64: struct.Struct("<q")}
# Bytes of a value by its type, and types that start with their own length (plus what it does not count).
_FIXED = {0x01: 8, 0x07: 12, 0x08: 1, 0x09: 8, 0x0A: 0, 0x10: 4, 0x11: 8, 0x12: 8, 0x13: 16, 0xFF: 0, 0x7F: 0}
_PREFIXED = {0x02: 4, 0x03: 0, 0x04: 0, 0x05: 5, 0x0D: 4, 0x0E: 4}
_STEP = 1 << 26


class Element(NamedTuple):
    """One field of a document: its type, and where it, and its value, stand."""

    type: int
    name: bytes
    start: int
    value: int
    end: int


def bson_elements(data: bytes | mmap.mmap, start: int = 0) -> Iterator[Element]:
    """The fields at the top level of the document at `start`."""
    position, end = start + 4, start + _length(data, start) - 1
    while position < end:
        kind = data[position]
        value = data.find(b"\0", position + 1, end) + 1
        if kind in _FIXED:
            after = value + _FIXED[kind]
        elif kind in _PREFIXED:
            after = value + _LENGTH.unpack_from(data, value)[0] + _PREFIXED[kind]
        else:
            raise DataError(f"The BSON document at byte {start} has a field of unknown type {kind:#x}.")
        if not position < value <= after <= end:
            raise DataError(f"The BSON document at byte {start} is damaged.")
        yield Element(kind, bytes(data[position + 1 : value - 1]), position, value, after)
        position = after


def _length(data: bytes | mmap.mmap, start: int) -> int:
    length = int(_LENGTH.unpack_from(data, start)[0]) if start + 4 <= len(data) else 0
    if length < 5 or start + length > len(data):
        raise DataError(f"The BSON document at byte {start} is damaged or incomplete.")
    return length


def scan_bson(path: Path, fields: Sequence[str]) -> pd.DataFrame:
    """One row per document: where it starts and ends (`start`, `end`), and the whole numbers `fields`."""
    columns = {name: array("q") for name in ("start", "end", *fields)}
    appends = [columns[name].append for name in ("start", "end", *fields)]
    with _mapped(path) as data:
        stage(f"reading {path.name}", len(data))
        position = reported = 0
        layout: _Layout | None = None
        while position < len(data):
            values = layout.read(data, position) if layout else None
            if values is None:
                layout, values = _look_up(data, position, fields)
            end = position + _length(data, position)
            for append, value in zip(appends, (position, end, *values)):
                append(value)
            position = end
            if position - reported >= _STEP:
                advance(position - reported)
                reported = position
    return pd.DataFrame({name: np.frombuffer(values, dtype=np.int64) for name, values in columns.items()})


class _Layout:
    """How a document begins, where all wanted fields come first: most documents begin alike."""

    def __init__(self, data: mmap.mmap, start: int, elements: Sequence[Element]) -> None:
        parts = [f"{e.value - e.start}s{'i' if e.type == _INT32 else 'q'}" for e in elements]
        self._format = struct.Struct("<4x" + "".join(parts))
        self._heads = tuple(data[e.start : e.value] for e in elements)

    def read(self, data: mmap.mmap, start: int) -> Sequence[int] | None:
        """The numbers, or None where this document begins in another way."""
        if start + self._format.size > len(data):
            return None
        found = self._format.unpack_from(data, start)
        return found[1::2] if found[::2] == self._heads else None


def _look_up(data: mmap.mmap, start: int, fields: Sequence[str]) -> tuple[_Layout | None, Sequence[int]]:
    wanted = [name.encode() for name in fields]
    found: dict[bytes, Element] = {}
    first: list[Element] = []
    for number, element in enumerate(bson_elements(data, start)):
        if element.name in wanted:
            found[element.name] = element
            if number == len(first):
                first.append(element)
        if len(found) == len(wanted):
            break
    for name in wanted:
        if name not in found or found[name].type not in _INTEGERS:
            raise DataError(f"The BSON document at byte {start} has no whole number '{name.decode()}'.")
    values = [_INTEGERS[found[n].type].unpack_from(data, found[n].value)[0] for n in wanted]
    in_order = [element.name for element in first] == wanted
    return _Layout(data, start, first) if in_order else None, values


def copy_documents(path: Path, documents: pd.DataFrame, target: Path) -> None:
    """Copy the documents that `scan_bson` found, in their order; neighbours go in one piece."""
    starts, ends = documents["start"].to_numpy(), documents["end"].to_numpy()
    cuts = np.flatnonzero(starts[1:] != ends[:-1]) + 1
    firsts, lasts = np.r_[0, cuts], np.r_[cuts, len(starts)] - 1
    target.parent.mkdir(parents=True, exist_ok=True)
    stage(f"writing {target.name}", int((ends - starts).sum()))
    with _mapped(path) as data, target.open("wb") as out, memoryview(data) as view:
        if len(starts):
            for start, end in zip(starts[firsts].tolist(), ends[lasts].tolist()):
                for piece in range(start, end, _STEP):
                    advance(out.write(view[piece : min(piece + _STEP, end)]))


def copy_without(path: Path, documents: pd.DataFrame, field: str, target: Path) -> None:
    """Copy the documents, each without its `field`."""
    name = field.encode()
    target.parent.mkdir(parents=True, exist_ok=True)
    stage(f"writing {target.name}", int((documents["end"] - documents["start"]).sum()))
    with _mapped(path) as data, target.open("wb") as out:
        for start, end in zip(documents["start"].tolist(), documents["end"].tolist()):
            cut = next((e for e in bson_elements(data, start) if e.name == name), None)
            if cut is None:
                out.write(data[start:end])
            else:
                out.write(_LENGTH.pack(end - start - (cut.end - cut.start)))
                out.write(data[start + 4 : cut.start])
                out.write(data[cut.end : end])
            advance(end - start)


@contextmanager
def _mapped(path: Path) -> Iterator[mmap.mmap]:
    with path.open("rb") as file:
        try:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError as error:
            raise DataError(f"{path}: the file is empty") from error
        with data:
            yield data

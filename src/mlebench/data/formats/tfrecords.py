"""TFRecord files, without TensorFlow: reading one feature (the images beside it are skipped), renumbering, copying."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mlebench.data.files.place import place_all
from mlebench.data.progress import track
from mlebench.errors import DataError

_LENGTH = struct.Struct("<Q")
_HEAD, _TAIL = 12, 4  # length and its checksum before each record, the record's checksum after it
_LENGTH_DELIMITED = 2


class _Span(NamedTuple):
    start: int
    end: int


def text_feature(path: Path, name: str) -> list[str]:
    """The first value of the bytes feature `name` of each record, as text, in the order of the file.

    The records must be `tf.train.Example` messages; checksums are not verified.
    """
    if not path.stat().st_size:
        return []
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return [_first_text(data, *record, name.encode()) for record in _records(data)]
        except (struct.error, IndexError, ValueError) as error:
            raise DataError(f"{path}: damaged or unusual TFRecord file ({error})") from error


def scalar_features(path: Path, *, longest: int = 100) -> list[dict[str, str | int | float]]:
    """The first value of every feature of each record, but for texts beyond `longest` bytes: pictures, sounds."""
    if not path.stat().st_size:
        return []
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return [dict(_scalars(data, *record, longest)) for record in _records(data)]
        except (struct.error, IndexError, ValueError) as error:
            raise DataError(f"{path}: damaged or unusual TFRecord file ({error})") from error


def place_shards(shards: Iterable[Path], folder: Path, prefix: str) -> None:
    """Place `…-COUNT.tfrec` files into a folder, numbered anew: `<prefix>00-COUNT.tfrec` and so on."""
    place_all(
        ((shard, folder / f"{prefix}{i:02d}-{shard.stem.split('-')[1]}.tfrec") for i, shard in enumerate(shards)),
        f"placing {prefix} shards",
    )


def copy_records(shards: Iterable[Path], folder: Path, prefix: str, *, named: Container[str]) -> None:
    """The records whose `image_name` is among these, byte for byte, in files that are named as by `place_shards`."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = [(shard, [name in named for name in text_feature(shard, "image_name")]) for shard in shards]
    wanted = [(shard, kept) for shard, kept in chosen if any(kept)]
    for number, (shard, kept) in enumerate(track(wanted, f"copying {prefix} records")):
        target = folder / f"{prefix}{number:02d}-{sum(kept)}.tfrec"
        with shard.open("rb") as file, target.open("wb") as out:
            for keep in kept:
                head = file.read(_HEAD)
                record = head + file.read(_LENGTH.unpack_from(head)[0] + _TAIL)
                if keep:
                    out.write(record)


def _records(data: mmap.mmap) -> Iterator[_Span]:
    position = 0
    while position < len(data):
        (size,) = _LENGTH.unpack_from(data, position)
        start = position + _HEAD
        position = start + size + _TAIL
        if position > len(data):
            raise ValueError("the last record is cut off")
        yield _Span(start, start + size)


def _first_text(data: mmap.mmap, start: int, end: int, name: bytes) -> str:
    """Example {1: Features {1: entry {1: key, 2: Feature {1: BytesList {1: value}}}}}."""
    for features in _fields(data, start, end, 1):
        for entry in _fields(data, *features, 1):
            if any(data[start:end] == name for start, end in _fields(data, *entry, 1)):
                for feature in _fields(data, *entry, 2):
                    for values in _fields(data, *feature, 1):
                        for first, last in _fields(data, *values, 1):
                            return data[first:last].decode()
    raise ValueError(f"a record has no bytes feature {name.decode()!r}")


def _scalars(data: mmap.mmap, start: int, end: int, longest: int) -> Iterator[tuple[str, str | int | float]]:
    """Feature {1: BytesList, 2: FloatList, 3: Int64List}, each with its values as field 1; numbers are packed."""
    for features in _fields(data, start, end, 1):
        for entry in _fields(data, *features, 1):
            name = next((data[first:last].decode() for first, last in _fields(data, *entry, 1)), "")
            for feature in _fields(data, *entry, 2):
                for kind in (1, 2, 3):
                    for values in _fields(data, *feature, kind):
                        first, last = next(_fields(data, *values, 1), _Span(0, 0))
                        if kind == 1 and last - first <= longest:
                            yield name, data[first:last].decode(errors="replace")
                        elif kind == 2 and last - first >= 4:
                            yield name, float(struct.unpack_from("<f", data, first)[0])
                        elif kind == 3 and last > first:
                            yield name, _varint(data, first)[0]


def _fields(data: mmap.mmap, start: int, end: int, number: int) -> Iterator[_Span]:
    """The fields of a protocol buffer message that have this number. All on our way are length-delimited."""
    while start < end:
        tag, start = _varint(data, start)
        if tag & 7 != _LENGTH_DELIMITED:
            raise ValueError(f"unexpected wire type {tag & 7}")
        size, start = _varint(data, start)
        if start + size > end:
            raise ValueError("a field is longer than its message")
        if tag >> 3 == number:
            yield _Span(start, start + size)
        start += size


def _varint(data: mmap.mmap, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        value |= (byte & 127) << shift
        position, shift = position + 1, shift + 7
        if byte < 128:
            return value, position

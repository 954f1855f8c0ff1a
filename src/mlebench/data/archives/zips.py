"""Reading and writing archives without unpacking them first.

Raw data of most competitions lies in zips inside the download. Members are read, streamed to their
destination or moved from zip to zip as compressed bytes; nothing is extracted only to be copied again.
"""

from __future__ import annotations

import contextlib
import shutil
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from isal import isal_zlib

from mlebench.data.progress import advance, in_threads, stage
from mlebench.errors import DataError

_BUFFER = 1 << 20
_LOCAL_HEADER = struct.Struct("<4s5H3L2H")
# What reading a damaged zip raises; ISA-L declares its class as if it were an error.
DAMAGE = (zipfile.BadZipFile, zlib.error, cast("type[Exception]", isal_zlib.error), EOFError)
# A fixed time stamp: preparing twice gives the same bytes.
_EPOCH = (1980, 1, 1, 0, 0, 0)


@contextmanager
def open_zip(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a zip for reading; a damaged one is an error that names it."""
    try:
        with _QuickZip(path) as archive:
            yield archive
    except DAMAGE as error:
        if not path.stat().st_size:
            raise DataError(f"{path}: the file is empty (0 bytes).") from error
        raise DataError(f"{path}: damaged or incomplete zip archive ({error})") from error


class _QuickZip(zipfile.ZipFile):
    """Members are inflated by ISA-L, in half of zlib's time."""

    def open(self, *args: Any, **options: Any) -> IO[bytes]:
        member: Any = super().open(*args, **options)
        if member._compress_type == zipfile.ZIP_DEFLATED:
            member._decompressor = isal_zlib.decompressobj(-zlib.MAX_WBITS)  # zipfile lets nobody choose
        return member  # type: ignore[no-any-return]


@dataclass(frozen=True)
class ZipMember:
    """A file inside a zip; opens like a path, so that readers take either."""

    archive: Path
    name: str

    @property
    def size(self) -> int:
        """Bytes when unpacked."""
        with open_zip(self.archive) as archive:
            return archive.getinfo(self.name).file_size

    def open(self, mode: str = "rb") -> IO[bytes]:
        """Open for reading; closing the member closes the archive."""
        if mode != "rb":
            raise ValueError("members of an archive are read in binary")
        with contextlib.ExitStack() as stack:
            archive = stack.enter_context(open_zip(self.archive))
            try:
                return archive.open(self.name)  # keeps the underlying file open until it is closed itself
            except KeyError as error:
                raise DataError(f"{self.archive}: has no member {self.name}") from error

    def read_bytes(self) -> bytes:
        """The whole content."""
        with self.open() as file:
            return file.read()


def member_names(archive: Path) -> list[str]:
    """Names of the files in a zip, in its order, without folders."""
    with open_zip(archive) as file:
        return [info.filename for info in file.infolist() if not info.is_dir()]


def place_members(archive: Path, targets: Mapping[str, Path]) -> None:
    """Stream members of a zip straight to their destinations, on several threads where allowed."""
    for folder in {target.parent for target in targets.values()}:
        folder.mkdir(parents=True, exist_ok=True)
    stage(f"unpacking {archive.name}", len(targets))
    with open_zip(archive) as file:

        def write(item: tuple[str, Path]) -> None:
            name, target = item
            try:
                with file.open(name) as source, target.open("wb") as out:
                    shutil.copyfileobj(source, out, _BUFFER)
            except KeyError as error:
                raise DataError(f"{archive}: has no member {name}") from error

        for _ in in_threads(write, targets.items()):
            advance()


def repack(archive: Path, names: Mapping[str, str], target: Path) -> None:
    """Write a zip of the members `names` maps from, under the names it maps to.

    Compressed bytes are moved as they are: no decompression, no second compression.
    """
    stage(f"packing {target.name}", len(names))
    target.parent.mkdir(parents=True, exist_ok=True)
    with open_zip(archive) as source, archive.open("rb") as raw, zipfile.ZipFile(target, "w") as out:
        assert out.fp is not None
        for old, new in names.items():
            try:
                info = source.getinfo(old)
            except KeyError as error:
                raise DataError(f"{archive}: has no member {old}") from error
            moved = zipfile.ZipInfo(new, _EPOCH)
            moved.compress_type, moved.CRC = info.compress_type, info.CRC
            moved.compress_size, moved.file_size = info.compress_size, info.file_size
            moved.external_attr = 0o644 << 16
            moved.header_offset = out.fp.tell()
            out.fp.write(moved.FileHeader())
            raw.seek(_data_offset(raw, info))
            _copy_exactly(raw, out.fp, info.compress_size, archive)
            # zipfile has no call for ready-made compressed data; these are the fields its own writer sets.
            out.filelist.append(moved)
            out.NameToInfo[new] = moved
            out.start_dir = out.fp.tell()
            out._didModify = True  # type: ignore[attr-defined]
            advance()


def _data_offset(raw: IO[bytes], info: zipfile.ZipInfo) -> int:
    raw.seek(info.header_offset)
    header = _LOCAL_HEADER.unpack(raw.read(_LOCAL_HEADER.size))
    return info.header_offset + _LOCAL_HEADER.size + int(header[9]) + int(header[10])


def _copy_exactly(source: IO[bytes], target: IO[bytes], size: int, archive: Path) -> None:
    while size:
        block = source.read(min(size, _BUFFER))
        if not block:
            raise DataError(f"{archive}: damaged or incomplete zip archive (ends early)")
        target.write(block)
        size -= len(block)


@contextmanager
def new_member(
    archive: zipfile.ZipFile, name: str, *, compress: bool = False, level: int | None = None
) -> Iterator[IO[bytes]]:
    """Open a member of a zip that is being written; large members are fine. `level` 1 is the quickest of nine."""
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    info.external_attr = 0o644 << 16
    setattr(info, "compress_level" if sys.version_info >= (3, 13) else "_compresslevel", level)
    with archive.open(info, "w", force_zip64=True) as file:
        yield file


def zip_files(target: Path, members: Iterable[tuple[str, Path]], *, compress: bool = False) -> None:
    """Pack files into a new zip under the given names."""
    members = list(members)
    stage(f"packing {target.name}", len(members))
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for name, path in members:
            with path.open("rb") as source, new_member(archive, name, compress=compress) as out:
                shutil.copyfileobj(source, out, _BUFFER)
            advance()


def zip_text(target: Path, name: str, text: str) -> None:
    """A new zip with one member, as Kaggle packs a table; the same text gives the same bytes."""
    with zipfile.ZipFile(target, "w") as archive, new_member(archive, name, compress=True) as file:
        file.write(text.encode())

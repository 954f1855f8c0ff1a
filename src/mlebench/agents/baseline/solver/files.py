"""The public files, in folders and in archives, as one list."""

from __future__ import annotations

import re
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import IO

LARGEST_ARCHIVE = 300 << 20  # what must be unpacked to be read (7z, tar) only up to this size
PICTURES = {".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".gif"}
SOUNDS = {".wav"}
ARRAYS = {".npy"}
TABLES = {".csv", ".tsv", ".json", ".parquet"}


@dataclass(frozen=True)
class Entry:
    """A file, or a member of a zip archive."""

    name: str  # path below the data folder, archives taken as folders
    path: Path
    member: str | None = None

    @property
    def suffix(self) -> str:
        """In lower case."""
        return PurePosixPath(self.name).suffix.lower()

    @property
    def stem(self) -> str:
        """The file's name without folder and ending."""
        return PurePosixPath(self.name).stem

    @property
    def folder(self) -> str:
        """The folder's path."""
        return str(PurePosixPath(self.name).parent)

    @property
    def size(self) -> int:
        """Bytes, unpacked."""
        if self.member is None:
            return self.path.stat().st_size
        return _archive(self.path).getinfo(self.member).file_size

    def open(self) -> IO[bytes]:
        """The content as a stream."""
        return self.path.open("rb") if self.member is None else _archive(self.path).open(self.member)

    def read(self) -> bytes:
        """The content."""
        with self.open() as file:
            return file.read()


_open: dict[Path, zipfile.ZipFile] = {}


def _archive(path: Path) -> zipfile.ZipFile:
    if path not in _open:
        _open[path] = zipfile.ZipFile(path)
    return _open[path]


class Files:
    """All public files."""

    def __init__(self, data: Path, scratch: Path) -> None:
        self._data, self._scratch = data, scratch

    def from_the_top(self) -> Iterator[list[Entry]]:
        """Ever more files, for a search that should not wait for all: the topmost, those in folders, the unpacked."""
        yield self._listed(sorted(self._data.iterdir()))
        yield self._in_place
        yield self.entries

    @cached_property
    def entries(self) -> list[Entry]:
        """Every file; a zip archive counts as a folder, small 7z and tar archives are unpacked."""
        return [inner for entry in self._in_place for inner in self._unpacked(entry)]

    @cached_property
    def _in_place(self) -> list[Entry]:
        return self._listed(sorted(self._data.rglob("*")))

    def _listed(self, paths: list[Path]) -> list[Entry]:
        found: list[Entry] = []
        for path in paths:
            if path.is_file():
                name = str(path.relative_to(self._data))
                found += _members(path, name) if path.suffix == ".zip" else [Entry(name, path)]
        return found

    def _unpacked(self, entry: Entry) -> list[Entry]:
        folder = _without_ending(entry.name)
        if folder == entry.name or entry.member is not None or entry.path.stat().st_size > LARGEST_ARCHIVE:
            return [entry]
        target = self._scratch / folder
        if not _unpack(entry.path, target):
            return []
        inside = sorted(p for p in target.rglob("*") if p.is_file())
        return [Entry(f"{folder}/{p.relative_to(target)}", p) for p in inside]

    @cached_property
    def tables(self) -> list[Entry]:
        """Files that may hold a table."""
        return [entry for entry in self.entries if entry.suffix in TABLES]

    @cached_property
    def media(self) -> list[Entry]:
        """Pictures, sounds and arrays."""
        kinds = PICTURES | SOUNDS | ARRAYS
        return [entry for entry in self.entries if entry.suffix in kinds]

    @cached_property
    def _media_by_stem(self) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.media:
            found.setdefault(entry.stem, []).append(entry)
        return found

    @cached_property
    def _media_by_name(self) -> dict[str, Entry]:
        return {entry.name: entry for entry in self.media}

    def media_of(self, key: str, side: str) -> Entry | None:
        """The picture or sound of an id; `side` (train or test) decides where both have one of this name."""
        if "/" in str(key) and str(key) in self._media_by_name:
            return self._media_by_name[str(key)]
        stem = PurePosixPath(str(key)).name
        found = self._media_by_stem.get(PurePosixPath(stem).stem) or self._media_by_stem.get(stem) or []
        if not found:
            return None
        other = "test" if side == "train" else "train"

        def rank(entry: Entry) -> tuple[bool, bool, int, str]:
            path = entry.name.lower()
            return (side not in path, other in path, len(path), path)

        return min(found, key=rank)


def _without_ending(name: str) -> str:
    return re.sub(r"\.(zip|7z|tar\.gz|tgz|tar)$", "", name)


def _members(path: Path, name: str) -> list[Entry]:
    try:
        members = [m for m in _archive(path).namelist() if not m.endswith("/")]
    except (OSError, zipfile.BadZipFile):
        return []
    inner = PurePosixPath(_without_ending(name))
    parent = inner.parent if inner.suffix in TABLES else inner
    return [Entry(str(parent / member), path, member) for member in members]


def _unpack(path: Path, target: Path) -> bool:
    """Unpack an archive that cannot be read in place; the standard filters keep it inside `target`."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".7z":
            import py7zr

            with py7zr.SevenZipFile(path) as archive:
                archive.extractall(target)
        else:
            with tarfile.open(path) as archive:
                archive.extractall(target, filter="data")
    except Exception:
        return False
    return True

"""Reading what runs have left, of any size and content: a part of bounded length, and never out of its folder."""

from __future__ import annotations

import codecs
import csv
import json
import os
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from mlebench import foreign

PART = 256 << 10  # bytes of a file on one page
_MOST_ENTRIES = 2000  # of a folder
_ROWS, _COLUMNS, _CELL = 25, 40, 300  # of a table
_COLOURS = re.compile(r"\x1b(\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\))")


def readable(text: str) -> str:
    """Without what terminals act upon, and without characters that hide or turn around what stands there."""
    plain = _COLOURS.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return plain if plain.isprintable() else "".join(c if c.isprintable() or c in "\n\t" else "�" for c in plain)


@dataclass(frozen=True)
class Part:
    """Some bytes of a file."""

    data: bytes
    start: int
    size: int  # of the whole file

    @property
    def end(self) -> int:
        """Where the next part begins."""
        return self.start + len(self.data)

    @property
    def is_binary(self) -> bool:
        """Whether it would be nothing to read."""
        return b"\0" in self.data

    @property
    def text(self) -> str:
        """As it can be read; a character that is cut at an end is shown as such."""
        return readable(self.data.decode("utf-8", "replace"))


def read_part(root: Path, name: str, start: int = 0, length: int = PART) -> Part:
    """From `start`, or where that is negative so many bytes before the end."""
    with foreign.opened(root, name) as file:
        size = file.seek(0, os.SEEK_END)
        start = max(0, size + start) if start < 0 else min(start, size)
        file.seek(start)
        return Part(file.read(length), start, size)


def whole_characters(part: Part) -> Part:
    """Without the beginning of a character whose rest is not written yet."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    decoder.decode(part.data)
    return Part(part.data[: len(part.data) - len(decoder.getstate()[0])], part.start, part.size)


@dataclass(frozen=True)
class Listed:
    """Something in a folder."""

    name: str
    is_folder: bool
    size: int | None
    changed: float
    refused: str = ""  # why it cannot be opened


@dataclass(frozen=True)
class Folder:
    """What a folder holds, and how much more."""

    entries: list[Listed]
    more: bool


def list_folder(root: Path, name: str) -> Folder:
    """The first entries of a folder, folders first."""
    with foreign.opened_folder(root, name) as folder, os.scandir(folder) as found:
        entries = [_listed(entry) for entry in islice(found, _MOST_ENTRIES)]
        more = next(found, None) is not None
    return Folder(sorted(entries, key=lambda entry: (not entry.is_folder, entry.name)), more)


def _listed(entry: os.DirEntry[str]) -> Listed:
    try:
        facts = entry.stat(follow_symlinks=False)
    except OSError:
        return Listed(entry.name, False, None, 0.0, "gone")
    folder, plain = entry.is_dir(follow_symlinks=False), entry.is_file(follow_symlinks=False)
    refused = "" if folder or plain else "a link" if entry.is_symlink() else "neither a file nor a folder"
    if not has_address(entry.name):
        refused = "its name cannot be part of an address"
    return Listed(entry.name, folder, facts.st_size if plain else None, facts.st_mtime, refused)


def has_address(name: str) -> bool:
    """Whether a page can lead to a file of this name: not where it is not UTF-8, or of several lines."""
    if "\n" in name:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True)
class Table:
    """The beginning of a CSV file."""

    rows: list[list[str]]
    more_columns: int


def table_of(part: Part, delimiter: str) -> Table | None:
    """The first rows of a CSV file, its headings among them; null where it is none."""
    text = part.data.decode("utf-8-sig", "replace")
    lines = text.splitlines(keepends=True)
    if part.end < part.size and len(lines) > 1:
        lines.pop()  # it is cut
    try:
        found = list(islice(csv.reader(lines, delimiter=delimiter), _ROWS + 1))
    except csv.Error:  # a cell without end, among others
        return None
    widest = max((len(row) for row in found), default=0)
    rows = [[cell if len(cell) <= _CELL else cell[:_CELL] + " …" for cell in row[:_COLUMNS]] for row in found]
    return Table(rows, max(0, widest - _COLUMNS)) if rows else None


def last_entries(root: Path, name: str, most: int, length: int = 4 << 20) -> list[dict[str, Any]]:
    """The last objects of a file with one on each line. A line that is not whole, or not an object, is left out."""
    part = read_part(root, name, -length, length)
    lines = part.data.split(b"\n")[1 if part.start else 0 :]
    found = [entry for line in lines[-most - 1 :] if isinstance(entry := parsed(line), dict)]
    return found[-most:]


def parsed(content: bytes) -> Any:
    """JSON, or null where it is none."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None

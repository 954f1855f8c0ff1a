"""Names of files and columns that may lead to a competition: the task needs them, so a run's record lists them."""

from __future__ import annotations

import csv
import os
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePath

from mlebench import foreign
from mlebench.runs.obfuscation.disguise import Disguise

_MOST = 100  # names that a record lists
_MOST_TABLES = 20_000  # whose columns are looked at
_MOST_BYTES = 1 << 20  # that are read of a file
_TABLES = (".csv", ".tsv", ".parquet", ".feather")
_TEXTS = (".md", ".txt", ".rst", ".html", ".htm")
_MOST_TEXTS = 1_000  # of a folder, that are looked into


def telling_names(public: Path, disguise: Disguise) -> list[str]:
    """What in the names of files, members of ZIP archives and columns is a word of the competition's id or name.

    Names that differ in their numbers alone count as one. Texts for people are looked into for id and name; what else
    stands in the files is not looked at.
    """
    found: Counter[tuple[str, str]] = Counter()  # where -> the name itself
    lines = [f"word of the description: {word}" for word in disguise.words_in(disguise.description)]
    tables = 0
    for place, folders, files in os.walk(public):
        inner = os.path.relpath(place, public)
        shown = "" if inner == os.curdir else f"{_alike(inner)}/"
        found.update((f"folder: {shown}", _alike(name)) for name in folders)
        texts = [name for name in files if PurePath(name).suffix.lower() in _TEXTS][:_MOST_TEXTS]
        lines += [f"text with the name: {shown}{name}" for name in texts if disguise.is_named_in(_read(place, name))]
        for name in files:
            alike, ending = _alike(name), PurePath(name).suffix.lower()
            found[f"file: {shown}", alike] += 1
            if ending == ".zip":
                found.update((f"member of {shown}{alike}: ", _alike(each)) for each in _members(Path(place, name)))
            elif ending in _TABLES:
                tables += 1
                columns = _columns(Path(place, name), ending) if tables <= _MOST_TABLES else ()
                found.update((f"column of {shown}{alike}: ", _alike(each)) for each in columns)
    for (where, name), count in sorted(found.items()):
        if disguise.words_in(name):
            lines.append(f"{where}{name}" + (f" ({count} of them)" if count > 1 else ""))
    more = [f"and {len(lines) - _MOST} more"] if len(lines) > _MOST else []
    skipped = [f"the columns of {tables - _MOST_TABLES} tables were not looked at"] if tables > _MOST_TABLES else []
    return [*lines[:_MOST], *more, *skipped]


def naming_files(folder: Path, entries: Iterable[foreign.Entry], disguise: Disguise) -> list[str]:
    """Files of an agent that have the competition's id or name in them, or in their own."""
    found = []
    for entry in entries:
        text = _read(folder, entry.path) if entry.kind == "file" else ""
        if disguise.is_named_in(f"{entry.path}\n{text}"):
            found.append(f"file of the agent: {entry.path}")
    return found


def _read(folder: str | Path, name: str | Path) -> str:
    """The beginning of a file, as far as it is a text; nothing where it cannot be read."""
    with suppress(OSError, foreign.ForeignError), foreign.opened(Path(folder), name) as file:
        return file.read(_MOST_BYTES).decode(errors="replace")
    return ""


def _alike(name: str) -> str:
    return re.sub(r"\d+", "#", name)


def _members(path: Path) -> list[str]:
    with suppress(OSError, zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
        return archive.namelist()
    return []


def _columns(path: Path, ending: str) -> Iterator[str]:
    """As far as they can be read: a file that is no table has none."""
    with suppress(OSError, ValueError, csv.Error):
        if ending in (".csv", ".tsv"):
            with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
                delimiter = "," if ending == ".csv" else "\t"
                yield from next(csv.reader([file.readline(_MOST_BYTES)], delimiter=delimiter), [])
        elif ending == ".parquet":
            from pyarrow import parquet

            yield from parquet.read_schema(path).names
        else:
            from pyarrow import feather

            yield from feather.read_table(path, memory_map=True).schema.names

"""The words that names in prepared data are made of: files, columns, keys."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from mlebench.audit.told_words import stems

_TABLES = (".csv", ".tsv", ".txt")
_HEAD = 1 << 18  # bytes of a JSON file in which all its keys have occurred


def data_names(public: Path, sample: Path) -> set[str]:
    """The words in all names, without their endings; the description itself is no data."""
    found = set(stems(_header(sample)))
    for path in sorted(public.rglob("*")):
        if path.parent == public and path.name.startswith("description"):
            continue
        for name in (path.relative_to(public).as_posix(), *(_inside(path) if path.is_file() else ())):
            found.update(stems(name))
    return found


def _inside(path: Path) -> Iterator[str]:
    if path.suffix in _TABLES:
        yield _header(path)
    elif path.suffix in (".json", ".jsonl"):
        with path.open(encoding="utf-8", errors="replace") as file:
            yield " ".join(re.findall(r'"([^"\n]+)"\s*:', file.read(_HEAD)))
    elif path.suffix == ".parquet":
        from pyarrow import ArrowInvalid
        from pyarrow.parquet import read_schema

        with suppress(ArrowInvalid):  # named so, but no such file: it has no columns
            yield " ".join(read_schema(path).names)
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield " ".join(archive.namelist())


def _header(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.readline()

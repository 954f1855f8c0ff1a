"""Private files that are public too."""

from __future__ import annotations

import hashlib
import zlib
from collections import defaultdict
from pathlib import Path
from typing import IO

from mlebench.audit.leaks.contents import Contents, Entry, Opener
from mlebench.audit.leaks.report import Leak, Search
from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout

NAME = "no private file is public"
_BLOCK = 1 << 20


def private_files(competition: Competition, layout: DataLayout, contents: Contents) -> Search:
    """Private files whose content is also a public file, or a member of a public archive.

    The tables that competition.yaml names count under any name. Other private files (images, masks) count
    where the name is the same too: a blank mask looks like any other blank mask.
    """
    private = [path for path in sorted(layout.private.rglob("*")) if path.is_file() and path.stat().st_size]
    # A sample submission may be kept on the private side; it holds no answers.
    private = [path for path in private if path != layout.prepared / competition.sample_submission]
    if not private:
        return Search(NAME, not_run="There are no private files but empty ones.")
    tables = {layout.private / name for name in competition.checksums.private} | {
        layout.prepared / name for name in (competition.answers, competition.gold_submission) if name
    }
    public = _by_content(contents, {path.stat().st_size for path in private})
    leaks = []
    for path in private:
        same = public.get(path.stat().st_size)
        if not same:
            continue
        with path.open("rb") as file:
            names = same.get(_crc(file), [])
        twins = [name for name in names if path in tables or Path(name).name == path.name]
        twins = _confirmed(path, twins, contents)
        if twins:
            leaks.append(Leak("private-file", twins[0], f"is {path.relative_to(layout.prepared)}"))
    return Search(NAME, leaks)


def _by_content(contents: Contents, sizes: set[int]) -> dict[int, dict[int, list[str]]]:
    """Public names by size and CRC, of those sizes that matter: only these are read."""
    found: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for entry in contents.entries:
        if entry.size in sizes and entry.crc is not None:
            found[entry.size][entry.crc].append(entry.name)

    def look(entry: Entry, opened: Opener) -> None:
        with opened() as file:
            found[entry.size][_crc(file)].append(entry.name)

    contents.visit(lambda entry: entry.size in sizes and entry.crc is None, look)
    return found


def _confirmed(path: Path, names: list[str], contents: Contents) -> list[str]:
    """Those whose bytes are the same: CRCs of PNG files, which hold CRCs themselves, meet by accident."""
    found: list[str] = []
    with path.open("rb") as file:
        wanted = hashlib.file_digest(file, "blake2b").digest()

    def look(entry: Entry, opened: Opener) -> None:
        digest = hashlib.blake2b()
        with opened() as file:
            while block := file.read(_BLOCK):
                digest.update(block)
        if digest.digest() == wanted:
            found.append(entry.name)

    if names:
        contents.open_each(set(names), look)
    return found


def _crc(file: IO[bytes]) -> int:
    crc = 0
    while block := file.read(_BLOCK):
        crc = zlib.crc32(block, crc)
    return crc

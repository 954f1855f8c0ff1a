"""Looking for private data among the public files of a prepared competition."""

from __future__ import annotations

import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from mlebench.catalog import Competition
from mlebench.data.archives.zips import ZipMember, member_names
from mlebench.data.layout import DataLayout
from mlebench.errors import DataError
from mlebench.grading.grade import load_answers

_BLOCK = 1 << 20
_SHOWN = 5


class Content(NamedTuple):
    """What a zip's directory says of a member, so that files and members compare without unpacking."""

    size: int
    crc: int


class Search(NamedTuple):
    """What was found; or why nothing could be looked for."""

    leaks: list[str]
    not_run: str | None = None


def private_files_in_public(competition: Competition, layout: DataLayout) -> Search:
    """Private files whose content is also a public file, or a member of a public zip.

    The tables that competition.yaml names count under any name. Other private files (images, masks) count
    where the name is the same too: a blank mask looks like any other blank mask.
    """
    private = [path for path in _files(layout.private) if path.stat().st_size]
    # A sample submission may be kept on the private side; it holds no answers.
    private = [path for path in private if path != layout.prepared / competition.sample_submission]
    if not private:
        return Search([], "There are no private files but empty ones.")
    tables = {layout.private / name for name in competition.checksums.private} | {
        layout.prepared / name for name in (competition.answers, competition.gold_submission) if name
    }
    public = _contents({path.stat().st_size for path in private}, layout.public)
    leaks = []
    for path in private:
        same = public.get(path.stat().st_size)
        names = same.get(_content(path).crc, []) if same else []
        twins = [name for name in names if path in tables or Path(name).name == path.name]
        if twins:
            leaks.append(f"{path.relative_to(layout.prepared)} is public/{twins[0]}")
    return Search(_shortened(leaks, "files"))


def answer_columns_in_public(competition: Competition, layout: DataLayout) -> Search:
    """Answer columns in public tables of the test set.

    A table is of the test set where its name starts with `test`, where its ids are the answers' ids, or
    where it holds the answers' ids with the answers' values.
    """
    answers = load_answers(competition, layout.data_dir)
    columns, key = _answer_columns(competition, layout, answers)
    if not columns:
        return Search([], "competition.yaml names no answer_columns, and the answers show none.")
    sample = competition.sample_submission.removeprefix("public/")
    tables = [table for table in _public_tables(layout) if table[0] != sample and "sample" not in _base(table[0])]
    if not tables:
        return Search([], "There is no public CSV table but the sample submission.")
    leaks = []
    for name, source in tables:
        header = _header(source)
        found = [column for column in columns if column in header]
        if found and (_base(name).startswith("test") or _is_test_set(source, header, answers, key, found)):
            leaks.append(f"public/{name} has {', '.join(found)}")
    return Search(_shortened(leaks, "tables"))


def _base(name: str) -> str:
    return Path(name).name.lower()


def _answer_columns(competition: Competition, layout: DataLayout, answers: Any) -> tuple[list[str], str | None]:
    """The recorded columns, else those that the sample submission asks for; and the id column."""
    if not isinstance(answers, pd.DataFrame):
        return competition.answer_columns, None
    sample = layout.prepared / competition.sample_submission
    asked = _header(sample) if sample.is_file() else []
    shared = [column for column in asked if column in answers.columns]
    key = shared[0] if shared else None
    return competition.answer_columns or shared[1:], key


def _is_test_set(source: Path | ZipMember, header: list[str], answers: Any, key: str | None, found: list[str]) -> bool:
    if key is None or key not in header:
        return False
    known = [column for column in found if column in answers.columns]
    table = pd.read_csv(source.open("rb"), usecols=[key, *known], low_memory=False)
    ids, wanted = table[key].astype(str), answers[key].astype(str)
    if set(ids) == set(wanted):
        return True
    # Rows of the test set that were left in a larger table. Ids alone prove nothing: some competitions
    # count train and test rows from 1 each.
    if not known or ids.duplicated().any() or not set(wanted) <= set(ids):
        return False
    theirs = table.set_index(ids)[known].loc[wanted].astype(str).reset_index(drop=True)
    ours = answers[known].astype(str).reset_index(drop=True)
    return bool(len(ours.drop_duplicates()) > 1 and theirs.equals(ours))


def _public_tables(layout: DataLayout) -> Iterator[tuple[str, Path | ZipMember]]:
    """CSV files, loose or in zips."""
    for path in _files(layout.public):
        name = str(path.relative_to(layout.public))
        if path.suffix == ".csv":
            yield name, path
        elif path.suffix == ".zip" and zipfile.is_zipfile(path):
            members = [member for member in member_names(path) if member.endswith(".csv")]
            yield from ((f"{name}/{member}", ZipMember(path, member)) for member in members)


def _header(source: Path | ZipMember) -> list[str]:
    try:
        with source.open("rb") as file:
            return [str(column) for column in pd.read_csv(file, nrows=0).columns]
    except (ValueError, DataError):  # empty, or no CSV at all: nothing can stand in it
        return []


def _contents(sizes: set[int], public: Path) -> dict[int, dict[int, list[str]]]:
    """Public names by size and CRC, of those sizes that matter: only these are read."""
    found: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in _files(public):
        name = str(path.relative_to(public))
        if path.stat().st_size in sizes:
            found[path.stat().st_size][_content(path).crc].append(name)
        if path.suffix == ".zip" and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for info in archive.infolist():
                    if info.file_size in sizes and not info.is_dir():
                        found[info.file_size][info.CRC].append(f"{name}/{info.filename}")
    return found


def _content(path: Path) -> Content:
    size = crc = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            crc, size = zlib.crc32(block, crc), size + len(block)
    return Content(size, crc)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _shortened(leaks: list[str], what: str) -> list[str]:
    return leaks if len(leaks) <= _SHOWN else [*leaks[:_SHOWN], f"and {len(leaks) - _SHOWN} more {what}"]

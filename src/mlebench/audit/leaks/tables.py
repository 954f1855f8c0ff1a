"""Public tables: CSV, TSV, JSON, JSON lines, Parquet and TFRecords, loose or in archives, as texts.

Long tables are sampled with a fixed seed while they are read, so that memory stays within limits.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np
import pandas as pd

from mlebench.audit.leaks.contents import Contents, Entry, Opener
from mlebench.audit.leaks.truth import SEED
from mlebench.data.formats.tfrecords import scalar_features
from mlebench.data.limits import gigabytes
from mlebench.errors import DataError

MAX_TABLE_ROWS = 50_000
MAX_COLUMNS = 500
MAX_JSON = 256 << 20  # read at once
MAX_STREAM = 4 << 30  # of one table, read in pieces
MAX_TABLES = 400  # more are parts of samples, one file each
_MANY = 20  # files of a name or in a folder: they belong to samples
_CHUNK = 20_000
_CELL = 2_000  # characters that are kept of a cell
_TEXTS = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz")
_SUFFIXES = (*_TEXTS, ".json", ".jsonl", ".parquet", ".tfrec", ".tfrecord")
Side = Literal["train", "test", "sample", "other"]


@dataclass(frozen=True)
class Table:
    """One public table, or a sample of its rows."""

    name: str
    frame: pd.DataFrame
    total: int
    is_sample: bool = False  # the sample submission, whatever it is called

    @property
    def side(self) -> Side:
        """What its name says that it belongs to."""
        return "sample" if self.is_sample else side_of(self.name)

    @property
    def whole(self) -> bool:
        """Whether every row is here, so that places mean something."""
        return len(self.frame) == self.total


def side_of(name: str) -> Side:
    """Of a public file: the side that its path names."""
    words = re.split(r"[^a-z]+", name.lower())
    base = name.rpartition("/")[2].lower()
    if "submission" in base:
        return "sample"
    for word in reversed(words):  # train/test.csv is of the test set
        if word.startswith(("train", "valid")) or word == "val":
            return "train"
        if word.startswith("test"):
            return "test"
    return "other"


def read_tables(contents: Contents) -> list[Table]:
    """All public tables, without those that are one file of many alike (a recording for each id)."""
    kinds = Counter(_family(entry) for entry in contents.entries)
    names = Counter(entry.base for entry in contents.entries)
    found: list[Table] = []

    def wanted(entry: Entry) -> bool:
        many = max(kinds[_family(entry)], names[entry.base]) > _MANY and not entry.suffix.startswith(".tfrec")
        return entry.base.endswith(_SUFFIXES) and bool(entry.size) and not many and len(found) < MAX_TABLES

    def look(entry: Entry, opened: Opener) -> None:
        try:
            read = (_sampled(*part, contents.notes) for part in _parts(entry, opened, contents.notes))
            found.extend(table for table in read if len(table.frame.columns))
        except (ValueError, OSError, DataError, MemoryError, RecursionError) as error:  # no table after all
            if entry.suffix not in (".txt", ".json"):
                contents.notes.append(f"{entry.name} could not be read as a table: {type(error).__name__}")

    contents.visit(wanted, look)
    return _joined_shards(_without_copies(found))


def _without_copies(tables: list[Table]) -> list[Table]:
    """Without tables that stand there twice, loose and in an archive."""
    kept: list[Table] = []
    for table in tables:
        if not any(table.total == one.total and table.frame.equals(one.frame) for one in kept):
            kept.append(table)
    return kept


def _joined_shards(tables: list[Table]) -> list[Table]:
    """One table of those that are numbered parts of it."""
    parts: dict[tuple[str, ...], list[Table]] = {}
    for table in tables:
        parts.setdefault((_shard(table.name), *table.frame.columns), []).append(table)
    return [_joined(name, shards) for (name, *_), shards in parts.items()]


def _shard(name: str) -> str:
    """The name without its numbers, where it may be a part of something."""
    return re.sub(r"\d+", "*", name) if name.endswith((".tfrec", ".tfrecord", ".parquet")) else name


def _joined(name: str, shards: list[Table]) -> Table:
    if len(shards) == 1:
        return shards[0]
    return Table(name, pd.concat([one.frame for one in shards], ignore_index=True), sum(one.total for one in shards))


def stream(contents: Contents, table: Table, look: Callable[[pd.DataFrame], None]) -> None:
    """Call `look` with every row of a table, in pieces; it is read again where only a sample was kept."""
    if table.whole:
        look(table.frame)
        return

    def each(entry: Entry, opened: Opener) -> None:
        for name, chunks in _parts(entry, opened, []):
            if table.name in (name, _shard(name)):
                for chunk in chunks:
                    look(chunk)

    contents.visit(lambda entry: table.name.partition("#")[0] in (entry.name, _shard(entry.name)), each)


def _family(entry: Entry) -> tuple[str, str]:
    return entry.name.rpartition("/")[0], entry.suffix


def _parts(entry: Entry, opened: Opener, notes: list[str]) -> Iterator[tuple[str, Iterator[pd.DataFrame]]]:
    """The tables of a file by name, each in pieces: a JSON file may hold several."""
    if entry.suffix != ".json":
        with opened() as file:
            yield entry.name, _chunks(entry, file, notes)
    elif entry.size > MAX_JSON:
        notes.append(f"{entry.name} has {gigabytes(entry.size)} and was not read")
    else:
        with opened() as file:
            content = json.load(file)
        records = {"": content} if isinstance(content, list) else content if isinstance(content, dict) else {}
        for name, rows in records.items():
            if isinstance(rows, list) and rows and isinstance(rows[0], dict):
                yield f"{entry.name}#{name}" if name else entry.name, iter([_texts(pd.DataFrame(rows))])


def _chunks(entry: Entry, file: IO[bytes], notes: list[str]) -> Iterator[pd.DataFrame]:
    if entry.base.endswith(_TEXTS):
        yield from _csv_chunks(entry, file, notes)
    elif entry.suffix == ".jsonl":
        for chunk in pd.read_json(file, lines=True, chunksize=2_000, dtype=False):
            yield _texts(chunk)
    elif entry.suffix == ".parquet":
        import pyarrow.parquet as pq

        with _seekable(file) as real:
            for batch in pq.ParquetFile(real).iter_batches(_CHUNK):
                yield _texts(batch.to_pandas())
    else:
        with _seekable(file) as real:
            yield _texts(pd.DataFrame(scalar_features(Path(real.name))))


def _csv_chunks(entry: Entry, file: IO[bytes], notes: list[str]) -> Iterator[pd.DataFrame]:
    compression: Any = "gzip" if entry.base.endswith(".gz") else None
    stem = entry.base.removesuffix(".gz")
    separator = "\t" if stem.endswith(".tsv") else ","
    if stem.endswith(".txt"):
        head = file.read(1 << 16)
        file = io.BufferedReader(_Joined(head, file))
        first = head.partition(b"\n")[0]
        separator = "\t" if b"\t" in first else ","
        if separator.encode() not in first:
            return
    read = 0
    for chunk in pd.read_csv(
        file, sep=separator, dtype=str, keep_default_na=False, chunksize=_CHUNK, compression=compression,
        encoding_errors="replace", on_bad_lines="skip",
    ):  # fmt: skip
        yield _texts(chunk)
        read += int(chunk.memory_usage(deep=True).sum())
        if read > MAX_STREAM:
            notes.append(f"{entry.name}: only the first {gigabytes(MAX_STREAM)} were read")
            return


class _Joined(io.RawIOBase):
    """What was read already, and then the rest."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        block = self._head[:size] or self._rest.read(size)
        self._head = self._head[size:]
        buffer[: len(block)] = block
        return len(block)


def _seekable(file: IO[bytes]) -> Any:
    """A real file with this content, for readers that jump."""
    copy = tempfile.NamedTemporaryFile(prefix="mlebench-leaks-")  # noqa: SIM115 - the caller closes it
    shutil.copyfileobj(file, copy, 1 << 20)
    copy.flush()
    copy.seek(0)
    return copy


def _texts(frame: pd.DataFrame) -> pd.DataFrame:
    """Cells as texts, missing ones empty, lists as JSON; long ones are cut."""
    frame = frame.iloc[:, :MAX_COLUMNS]
    columns = {}
    for place, name in enumerate(frame.columns):
        column = frame.iloc[:, place]
        if isinstance(column.dtype, pd.StringDtype):
            columns[str(name)] = column.fillna("").str.slice(0, _CELL).astype(object)
        elif column.dtype == object:
            cells = [cell if isinstance(cell, str) else _cell(cell) for cell in column]
            columns[str(name)] = pd.Series([cell[:_CELL] for cell in cells], index=frame.index, dtype=object)
        else:
            columns[str(name)] = column.astype(object).where(column.notna(), "").astype(str).astype(object)
    return pd.DataFrame(columns, index=frame.index)


def _cell(cell: Any) -> str:
    if isinstance(cell, list | dict | tuple | np.ndarray):
        return json.dumps(cell, default=str)[:_CELL]
    return "" if cell is None or cell != cell else str(cell)


def _sampled(name: str, chunks: Iterator[pd.DataFrame], notes: list[str]) -> Table:
    """The rows with the smallest random numbers, in the order of the file."""
    rng = np.random.default_rng(SEED)
    kept, lots, total, wide = pd.DataFrame(), np.empty(0), 0, False
    for chunk in chunks:
        wide = wide or chunk.shape[1] == MAX_COLUMNS
        chunk.index = pd.RangeIndex(total, total + len(chunk))
        total += len(chunk)
        kept, lots = pd.concat([kept, chunk]), np.concatenate([lots, rng.random(len(chunk))])
        if len(kept) > MAX_TABLE_ROWS:
            chosen = np.sort(np.argpartition(lots, MAX_TABLE_ROWS)[:MAX_TABLE_ROWS])
            kept, lots = kept.iloc[chosen], lots[chosen]
    if len(kept) < total:
        notes.append(f"{name}: {len(kept):,} of {total:,} rows were looked at (fixed seed)")
    if wide:
        notes.append(f"{name}: only its first {MAX_COLUMNS} columns were looked at")
    return Table(name, kept.reset_index(drop=True), total)

"""Reading CSV files with Arrow in blocks of whole records, which are watched: it and pandas do not read all alike.

Arrow's own reader runs ahead of its parser, so that a file may lie in memory beside its table, and it is slow
where values may have line breaks in them.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
from collections.abc import Callable, Iterator
from itertools import chain
from typing import IO, Protocol, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from mlebench.data.progress import in_threads

Result = TypeVar("Result")

BLOCK_BYTES = 2 << 20
_PARSED_BYTES = 1 << 16  # per column; Arrow reserves for each column of texts what it parses at a time
_KEPT_BYTES = 16 << 20
_LONGEST_RECORD = 64 << 20
_THREADS = min(4, os.cpu_count() or 1)
_QUOTE, _LINE_FEED, _CR = b'"\n\r'
# What stands before a quote that opens a value and after one that closes it; a doubled quote does both.
_EDGES = np.zeros(256, dtype=bool)
_EDGES[list(b'",\r\n')] = True


class Source(Protocol):
    """Something that holds a CSV file: a path, or a member of an archive."""

    def open(self, mode: str) -> IO[bytes]: ...  # noqa: D102


class NotPlain(Exception):
    """The file holds something that only pandas reads as v1 does."""


def each_block(source: Source, then: Callable[[bytes, list[str]], Result]) -> Iterator[Result]:
    """What `then` makes of each block of whole records and of the names of the columns, in order; it runs on threads.

    The header is no part of a block, which has about BLOCK_BYTES. Raises NotPlain where it cannot be told where records
    end, or where the header goes over several lines.
    """
    # The C library hands blocks back to the system that are larger than all that were freed before, and fresh memory
    # costs more than what is done with it: this one is freed at once.
    bytes(_KEPT_BYTES)
    with source.open("rb") as file:
        header = file.readline()
        if not well_quoted(header) or _has_lone_cr(header):
            raise NotPlain
        names = header_of(io.BytesIO(header))
        blocks = record_blocks(file, BLOCK_BYTES)
        yield from in_threads(lambda block: then(block, names), blocks, threads=_THREADS)


def parse_block(block: bytes, names: list[str], convert: pacsv.ConvertOptions) -> pa.Table:
    """The rows of a block. Raises NotPlain or ArrowInvalid where Arrow and pandas might disagree."""
    if block.startswith(codecs.BOM_UTF8):
        raise NotPlain  # Arrow drops a byte order mark, also where it is text
    if _has_lone_cr(block):
        raise NotPlain  # after a blank line pandas takes a cell's leading blanks for rows
    try:
        table = _read(block, _PARSED_BYTES * len(convert.column_types), names, convert)
    except pa.ArrowInvalid:  # a record may be longer than that
        table = _read(block, len(block), names, convert)
    if b'"' in block and not (_has_a_record_per_line(block, table.num_rows) or well_quoted(block)):
        raise NotPlain  # nor can it be told where records end
    if _has_odd_words(block, table):
        raise NotPlain
    return table.combine_chunks()  # which also gives back what Arrow reserved too much


def _has_odd_words(block: bytes, table: pa.Table) -> bool:
    """Words such as "nAn", hexadecimal digits and what overflows: numbers to Arrow, at times texts to pandas."""
    floats = [column for column in table.columns if pa.types.is_floating(column.type)]
    if not all(pc.all(pc.is_finite(column), min_count=0).as_py() for column in floats):
        return True
    # One byte is found much faster than two, and numbers have no x.
    hexadecimal = any(x in block and b"0" + x in block for x in (b"x", b"X"))
    return hexadecimal and any(pa.types.is_integer(column.type) for column in table.columns)


def _read(block: bytes, parsed: int, names: list[str], convert: pacsv.ConvertOptions) -> pa.Table:
    return pacsv.read_csv(
        pa.BufferReader(block),
        read_options=pacsv.ReadOptions(column_names=names, use_threads=False, block_size=parsed),
        parse_options=pacsv.ParseOptions(newlines_in_values=True),
        convert_options=convert,
    )


def header_of(file: IO[bytes]) -> list[str]:
    """The names of the columns, as the first record has them."""
    lines = io.TextIOWrapper(file, encoding="utf-8", newline="")
    first = next(lines, "").removeprefix("\ufeff")
    return next(csv.reader(chain([first], lines)), [])


def record_blocks(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Blocks of whole records, provided that each is `well_quoted`."""
    rest = b""
    while block := file.read(size):
        end = _end_of_last_record(block, quotes=rest.count(b'"'))
        if end:
            # Fresh memory costs more than what is copied there.
            yield b"".join((rest, memoryview(block)[:end])) if rest or end < len(block) else block
            rest = b""
        rest += block[end:]
        if len(rest) > _LONGEST_RECORD:
            raise NotPlain
    if rest:
        yield rest


def _end_of_last_record(block: bytes, quotes: int) -> int:
    """A record ends at a line feed with an even number of quotes before it."""
    end = block.rfind(b"\n") + 1
    if b'"' in block:
        quotes += _count(memoryview(block)[:end], _QUOTE)
    while end and quotes % 2:
        line = block.rfind(b"\n", 0, end - 1) + 1
        quotes -= block.count(b'"', line, end)
        end = line
    return end


def _count(content: bytes | memoryview, byte: int) -> int:
    return int(np.count_nonzero(np.frombuffer(content, np.uint8) == byte))


def _has_lone_cr(block: bytes) -> bool:
    """Whether a line ends by CR without a line feed; inside quotes it ends none."""
    if b"\r" not in block:
        return False
    content = np.frombuffer(block, np.uint8)
    marks = np.flatnonzero(content == _CR)
    lone = marks[content[np.minimum(marks + 1, len(content) - 1)] != _LINE_FEED]
    quotes_before = np.searchsorted(np.flatnonzero(content == _QUOTE), lone)
    return bool((quotes_before % 2 == 0).any())


def _has_a_record_per_line(block: bytes, records: int) -> bool:
    """Then no record goes over several lines, and only the last can be cut off. A quick look, which is often enough."""
    if b"\r" in block or _count(block, _LINE_FEED) != records:
        return False
    return well_quoted(block[block.rfind(b"\n", 0, len(block) - 1) + 1 :])


def well_quoted(block: bytes) -> bool:
    """Whether quotes stand only at the ends of values and doubled inside, so that their number tells what is quoted."""
    content = np.frombuffer(block, np.uint8)
    quotes = np.flatnonzero(content == _QUOTE)
    if len(quotes) % 2:
        return False
    opening, closing = quotes[::2], quotes[1::2]
    if len(opening) and opening[0] == 0:
        opening = opening[1:]
    after = content[np.minimum(closing + 1, len(content) - 1)]
    return bool(_EDGES[content[opening - 1]].all() and _EDGES[after].all())

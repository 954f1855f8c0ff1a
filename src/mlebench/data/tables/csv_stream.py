"""A whole CSV file as one table of Arrow's, whose reader is watched: it and pandas do not read every file alike."""

from __future__ import annotations

from typing import IO

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv

from mlebench.data.tables.csv_blocks import NotPlain, Source, has_lone_cr, record_blocks, well_quoted

BLOCK_BYTES = 1 << 19  # memory of that size is used again, larger blocks would get fresh memory each
_MOST_BLOCKS = 256  # each is a piece of every column
_LONGEST_RECORD = 64 << 20
_IN_THREADS = 256 << 20  # bytes of a file: for fewer, threads take twice the CPU time and save none of the wait


def read_table(source: Source, convert: pacsv.ConvertOptions, size: int) -> pa.Table:
    """The table of a file of about `size` bytes.

    Raises NotPlain or ArrowInvalid where Arrow and pandas might disagree.
    """
    try:
        table, seen = _read(source, convert, max(BLOCK_BYTES, size // _MOST_BLOCKS), threads=size >= _IN_THREADS)
    except pa.ArrowInvalid as error:
        if "block size" not in str(error):  # it advises larger ones where a record is longer than a block
            raise
        table, seen = _read(source, convert, _LONGEST_RECORD, threads=False)
    if seen.hexadecimal and any(pa.types.is_integer(column.type) for column in table.columns):
        raise NotPlain  # a number to Arrow, a text to pandas
    if not (seen.plain_line_ends and (not seen.quotes or seen.a_record_per_line(table.num_rows + 1))):
        _look_closely(source)
    return table


def _read(source: Source, convert: pacsv.ConvertOptions, block: int, *, threads: bool) -> tuple[pa.Table, _Watched]:
    with source.open("rb") as file:
        watched = _Watched(file)
        table = pacsv.read_csv(
            pa.PythonFile(watched, mode="r"),
            read_options=pacsv.ReadOptions(use_threads=threads, block_size=block),
            parse_options=pacsv.ParseOptions(newlines_in_values=True),
            convert_options=convert,
        )
    return table, watched


def _look_closely(source: Source) -> None:
    with source.open("rb") as file:
        for block in record_blocks(file):
            # After a blank line pandas takes a cell's leading blanks for rows where lines end by CR alone; and where
            # quotes stand in odd places, it cannot be told where records end.
            if has_lone_cr(block) or not well_quoted(block):
                raise NotPlain


class _Watched:
    """A file whose blocks are looked at while Arrow reads them."""

    closed = False

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._lines = 0
        self._last_line = b""
        self.quotes = self.hexadecimal = False
        self.plain_line_ends = True

    def read(self, size: int) -> bytes:
        """The next block, for Arrow."""
        block = self._file.read(size)
        self._lines += int(np.count_nonzero(np.frombuffer(block, np.uint8) == ord("\n")))
        self.quotes = self.quotes or b'"' in block
        self.hexadecimal = self.hexadecimal or self._has_hexadecimal(block)
        if b"\r" in block and block.count(b"\r") != block.count(b"\r\n"):
            self.plain_line_ends = False
        start = block.rfind(b"\n", 0, -1) + 1
        self._last_line = block[start:] if start else self._last_line + block
        return block

    def _has_hexadecimal(self, block: bytes) -> bool:
        for x in (b"x", b"X"):
            # One byte is found much faster than two, and numbers have no x.
            if x in block and (b"0" + x in block or (block.startswith(x) and self._last_line.endswith(b"0"))):
                return True
        return False

    def close(self) -> None:
        """Whoever opened it closes it."""

    def a_record_per_line(self, records: int) -> bool:
        """Then no record goes over several lines, and only the last can be cut off."""
        return self._lines + (not self._last_line.endswith(b"\n")) == records and well_quoted(self._last_line)

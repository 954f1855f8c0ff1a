"""The floor of all reading: the fastest CSV reader on the machine, told what it need not expect."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.csv as pacsv

from mlebench.data import ZipMember

USUAL_BLOCK = 1 << 20  # bytes; Arrow's default


class Table(NamedTuple):
    """A CSV file. Arrow reads it a good deal faster where no value has a line break in it."""

    source: Path | ZipMember
    line_breaks: bool
    block_bytes: int  # no record may be longer

    def read(self) -> Any:
        """Read it with Arrow's own type inference."""
        with self.source.open("rb") as file:
            return pacsv.read_csv(
                file,
                read_options=pacsv.ReadOptions(block_size=self.block_bytes),
                parse_options=pacsv.ParseOptions(newlines_in_values=self.line_breaks),
            )


def table_of(source: Path | ZipMember) -> Table:
    """Look whether every line is a row, and whether lines are of usual length."""
    lines = longest = 0
    with source.open("rb") as file:
        for line in file:
            lines, longest = lines + 1, max(longest, len(line))
    block_bytes = USUAL_BLOCK if longest < USUAL_BLOCK // 2 else 4 * longest
    try:
        rows = Table(source, line_breaks=False, block_bytes=block_bytes).read().num_rows
    except pa.ArrowInvalid:
        return Table(source, line_breaks=True, block_bytes=block_bytes)
    return Table(source, line_breaks=rows + 1 < lines, block_bytes=block_bytes)


def read_all(tables: list[Table]) -> int:
    """Read one after the other; the bytes of the largest in memory."""
    return max((table.read().nbytes for table in tables), default=0)

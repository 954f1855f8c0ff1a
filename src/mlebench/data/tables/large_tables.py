"""Splitting a CSV file that is too large to be shuffled as a data frame.

The file is read in blocks. Each row becomes the line that will be written, and lines rather than rows are shuffled.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np
import pandas as pd
import pyarrow as pa

from mlebench.data.progress import advance, stage
from mlebench.data.splits.seeded import split_positions, split_rows
from mlebench.data.tables.bulk_texts import text_buffer
from mlebench.data.tables.csv_blocks import NotPlain, read_blocks
from mlebench.data.tables.csv_files import (
    arrow_options,
    first_rows,
    has_odd_numbers,
    numbers_checked,
    read_csv,
    write_csv,
)
from mlebench.data.tables.csv_text import csv_lines
from mlebench.data.tables.pandas_rules import EXACT_FLOATS
from mlebench.data.tables.shuffle import Shuffle

PART_BYTES = 4 << 20
_MOST_PARTS = 500  # each is an open file


def split_csv(source: Path, train: Path, test_size: float, *, seed: int = 0) -> pd.DataFrame:
    """Write the train part of `split_rows(read_csv(source), test_size)` to a file and return the test part.

    The bytes are those of `write_csv`; the cost is close to that of reading the file, and the lines lie in
    temporary files beside `train` rather than in memory.
    """
    train.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _split_lines(source, train, test_size, seed)
    except (pa.ArrowInvalid, NotPlain):
        train_part, test_part = split_rows(read_csv(source), test_size, seed=seed)
        write_csv(train_part, train)
        return test_part


def _split_lines(source: Path, train: Path, test_size: float, seed: int) -> pd.DataFrame:
    convert = arrow_options(source, first_rows(source))
    if convert is None or pa.bool_() in convert.column_types.values():  # those are not written here
        raise NotPlain
    train_rows, test_rows = split_positions(_count_lines(source) - 1, test_size, seed=seed)
    places = np.empty(len(train_rows) + len(test_rows), dtype=np.int64)
    places[np.concatenate([test_rows, train_rows])] = np.arange(len(places))
    header = str(pd.DataFrame(columns=convert.include_columns).to_csv(index=False, lineterminator="\n")).encode()
    with Shuffle(train.parent, places, min(source.stat().st_size // PART_BYTES + 1, _MOST_PARTS)) as shuffle:
        stage(f"reading {source.name}", source.stat().st_size)
        for lines in read_blocks(source, convert, _lines):
            if len(lines) > shuffle.missing:
                raise NotPlain
            shuffle.append(lines)
        if shuffle.missing:
            raise NotPlain  # a blank line, or a line break in a value
        with train.open("wb") as file:
            return _write(shuffle.texts(), len(test_rows), header, file)


def _write(shuffled: Iterator[pa.LargeStringArray], test_rows: int, header: bytes, file: IO[bytes]) -> pd.DataFrame:
    """The first lines are the test part."""
    stage("writing rows")
    test = io.BytesIO(header)
    test.seek(0, io.SEEK_END)
    file.write(header)
    for lines in shuffled:
        test.write(text_buffer(lines[:test_rows]))
        file.write(text_buffer(lines[test_rows:]))
        test_rows = max(0, test_rows - len(lines))
    test.seek(0)
    found: pd.DataFrame = pd.read_csv(test, low_memory=False, **EXACT_FLOATS)
    return found


def _count_lines(source: Path) -> int:
    with source.open("rb") as file:
        lines, last = 0, b"\n"
        while block := file.read(PART_BYTES):
            lines += int(np.count_nonzero(np.frombuffer(block, np.uint8) == ord("\n")))
            last = block[-1:]
    return lines + (last != b"\n")


def _lines(block: bytes, table: pa.Table) -> pa.LargeStringArray:
    """The rows of one block as pandas would write them after reading them all."""
    if any(pa.types.is_integer(column.type) and column.null_count for column in numbers_checked(block, table).columns):
        raise NotPlain  # one blank, and pandas makes the whole column floats
    frame = table.to_pandas(split_blocks=True)
    if has_odd_numbers(frame):
        raise NotPlain
    advance(len(block))
    return csv_lines(frame)

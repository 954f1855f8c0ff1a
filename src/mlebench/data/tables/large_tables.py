"""Splitting a CSV file that is too large to be shuffled as a data frame.

The file is read in blocks. Each row becomes the line that will be written, and lines rather than rows are shuffled.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mlebench.data.progress import advance, stage
from mlebench.data.splits.seeded import split_positions, split_rows
from mlebench.data.tables.bulk_texts import array_of_texts, text_buffer
from mlebench.data.tables.csv_blocks import NotPlain, read_blocks
from mlebench.data.tables.csv_files import (
    arrow_options,
    first_rows,
    has_odd_numbers,
    numbers_checked,
    read_csv,
    write_csv,
)
from mlebench.data.tables.csv_text import csv_header, csv_lines
from mlebench.data.tables.shuffle import Shuffle

PART_BYTES = 4 << 20
_MOST_PARTS = 500  # each is an open file


def split_csv(source: Path, train: Path, test: Path, test_size: float, *, seed: int = 0) -> pd.DataFrame:
    """Write the parts of `split_rows(read_csv(source), test_size)` to two files and return the test part.

    The bytes are those of `write_csv`; the cost is close to that of reading the file, and the lines lie in
    temporary files beside `train` rather than in memory.
    """
    for path in (train, test):
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        _split_lines(source, train, test, test_size, seed)
    except (pa.ArrowInvalid, NotPlain):
        train_part, test_part = split_rows(read_csv(source), test_size, seed=seed)
        write_csv(train_part, train)
        write_csv(test_part, test)
        return test_part
    return read_csv(test)


def _split_lines(source: Path, train: Path, test: Path, test_size: float, seed: int) -> None:
    convert = arrow_options(source, first_rows(source))
    if convert is None or pa.bool_() in convert.column_types.values():  # those are not written here
        raise NotPlain
    train_rows, test_rows = split_positions(_count_lines(source) - 1, test_size, seed=seed)
    places = np.empty(len(train_rows) + len(test_rows), dtype=np.int64)
    places[np.concatenate([test_rows, train_rows])] = np.arange(len(places))
    with Shuffle(train.parent, places, min(source.stat().st_size // PART_BYTES + 1, _MOST_PARTS)) as shuffle:
        stage(f"reading {source.name}", source.stat().st_size)
        for lines in read_blocks(source, convert, _lines):
            if len(lines) > shuffle.missing:
                raise NotPlain
            shuffle.append(lines)
        if shuffle.missing:
            raise NotPlain  # a blank line, or a line break in a value
        stage("writing rows")
        with train.open("wb") as train_file, test.open("wb") as test_file:
            for file in (train_file, test_file):
                file.write(csv_header(convert.include_columns))
            left = len(test_rows)
            for lines in shuffle.texts():  # the first lines are the test part
                test_file.write(text_buffer(lines[:left]))
                train_file.write(text_buffer(lines[left:]))
                left = max(0, left - len(lines))


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
    advance(len(block))
    lines = _as_they_stand(block, table)
    if lines is not None:
        return lines
    frame = table.to_pandas(split_blocks=True)
    if has_odd_numbers(frame):
        raise NotPlain
    return csv_lines(frame)


def _as_they_stand(block: bytes, table: pa.Table) -> pa.LargeStringArray | None:
    """The lines of a block of whole numbers and texts that are written as they were read; None where some are not.

    No other text of a whole number is as short as the one that is written: their length in all tells whether all are.
    """
    if any(pa.types.is_floating(column.type) for column in table.columns) or b'"' in block or b"\r" in block:
        return None
    if not block.endswith(b"\n"):
        block += b"\n"
    ends = np.flatnonzero(np.frombuffer(block, np.uint8) == ord("\n")) + 1
    bounds = np.concatenate([[0], ends])[-table.num_rows - 1 :]  # without the header
    cells = table.num_rows * table.num_columns  # with a comma or a line feed after each
    written = cells + sum(map(_written_length, table.columns))
    return array_of_texts(block, bounds) if len(bounds) > table.num_rows and bounds[-1] - bounds[0] == written else None


def _written_length(column: pa.ChunkedArray) -> int:
    """How many bytes the texts, or the digits and signs of the whole numbers, take in all."""
    if pa.types.is_large_string(column.type):
        return int(pc.sum(pc.binary_length(column), min_count=0).as_py())
    values = column.to_numpy()
    length, power = len(values) + np.count_nonzero(values < 0), 10
    largest = max(int(values.max(initial=0)), -int(values.min(initial=0)))
    while power <= largest:
        length += np.count_nonzero(values >= power) + np.count_nonzero(values <= -power)
        power *= 10
    return int(length)

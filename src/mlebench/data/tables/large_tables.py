"""Splitting and filtering CSV files that are too large for a data frame.

The file is read in blocks. Each row becomes the line that will be written, and lines rather than rows are shuffled or
chosen. Most lines are written as they stand in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from mlebench.data.progress import advance, stage
from mlebench.data.splits.seeded import split_positions, split_rows
from mlebench.data.tables.arrow_types import has_odd_numbers, types_of_pandas
from mlebench.data.tables.bulk_texts import array_of_texts, spans, text_bounds, text_buffer, text_options
from mlebench.data.tables.csv_blocks import NotPlain, each_block, parse_block
from mlebench.data.tables.csv_files import read_csv, write_csv
from mlebench.data.tables.csv_text import csv_header, csv_lines
from mlebench.data.tables.shuffle import Shuffle

PART_BYTES = 8 << 20
_MOST_PARTS = 500  # each is an open file
_LOOK = 1 << 12  # bytes at the begin of a block: where few lines are written as they stand, few others are
# Cells that are written as they stand, by their type. Others may be too, these are quick to tell.
_AS_WRITTEN = {
    pa.int64(): "(?:0|-?[1-9][0-9]{0,17})",
    # Nothing, or up to 15 digits: they are the shortest text of their float.
    pa.float64(): r"(?:-?(?:[1-9][0-9]{0,7}\.(?:0|[0-9]{0,6}[1-9])|0\.(?:0|0{0,3}[1-9](?:[0-9]{0,10}[1-9])?)))?",
    # No word for a missing value: those have two to eight characters and begin with one of a few.
    pa.large_string(): r"(?:[^,\n#1<Nn-][^,\n]*|1[^,\n.][^,\n]*|[^,\n]{9,}|[^,\n])?",
}


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
    convert = types_of_pandas(source)
    train_rows, test_rows = split_positions(_count_lines(source) - 1, test_size, seed=seed)
    places = np.empty(len(train_rows) + len(test_rows), dtype=np.int64)
    places[np.concatenate([test_rows, train_rows])] = np.arange(len(places))
    with Shuffle(train.parent, places, min(source.stat().st_size // PART_BYTES + 1, _MOST_PARTS)) as shuffle:
        stage(f"reading {source.name}", source.stat().st_size)
        for lines in each_block(source, _written(convert)):
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


def filter_csv(source: Path, target: Path, column: str, values: pd.Series[Any]) -> None:
    """Write the rows of a CSV file whose `column` has one of these values, as `write_csv` would after `read_csv`."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        _filter_lines(source, target, column, values)
    except (pa.ArrowInvalid, NotPlain):
        frame = read_csv(source)
        write_csv(frame, target, where=frame[column].isin(values).to_numpy())


def _filter_lines(source: Path, target: Path, column: str, values: pd.Series[Any]) -> None:
    convert, of_column = types_of_pandas(source), text_options([column])
    if convert.column_types[column] != pa.large_string():
        raise NotPlain
    written, known = _written(convert), pa.array(values, pa.large_string())
    comes_first = convert.include_columns[0] == column and not pc.any(pc.equal(pc.fill_null(known, ""), "")).as_py()

    def chosen(block: bytes, names: list[str]) -> pa.LargeStringArray:
        lines = written(block, names)
        if comes_first and b'"' not in block:  # then it stands before the first comma, and no blank is wanted
            starts = text_bounds(lines)[:-1]
            texts = spans(lines.buffers()[2], starts, starts + pc.find_substring(lines, ",").to_numpy())
        else:
            texts = parse_block(block, names, of_column).column(0).combine_chunks()
        return lines.filter(pc.is_in(texts, value_set=known))

    stage(f"filtering {source.name}", source.stat().st_size)
    with target.open("wb") as file:
        file.write(csv_header(convert.include_columns))
        for lines in each_block(source, chosen):
            file.write(text_buffer(lines))


def _count_lines(source: Path) -> int:
    with source.open("rb") as file:
        lines, last = 0, b"\n"
        while block := file.read(PART_BYTES):
            lines += int(np.count_nonzero(np.frombuffer(block, np.uint8) == ord("\n")))
            last = block[-1:]
    return lines + (last != b"\n")


def _written(convert: pacsv.ConvertOptions) -> Callable[[bytes, list[str]], pa.LargeStringArray]:
    """What makes the lines of a block as pandas would write them after reading all of the file."""
    pattern = ",".join(_AS_WRITTEN[convert.column_types[name]] for name in convert.include_columns) + "\n"
    stands = re.compile(pattern.encode())

    def lines(block: bytes, names: list[str]) -> pa.LargeStringArray:
        advance(len(block))
        first = block[:_LOOK].splitlines(keepends=True)
        if b'"' in block or b"\r" in block or sum(map(bool, map(stands.fullmatch, first))) < len(first) / 2:
            return _read_and_written(block, names, convert)
        if not block.endswith(b"\n"):
            block += b"\n"
        ends = np.flatnonzero(np.frombuffer(block, np.uint8) == ord("\n")) + 1
        found = array_of_texts(block, np.concatenate([[0], ends]))
        found.validate(full=True)  # that it is UTF-8
        others = pc.invert(pc.match_substring_regex(found, f"^{pattern}$"))
        if not pc.any(others).as_py():
            return found
        rest = _read_and_written(bytes(text_buffer(found.filter(others))), names, convert)
        return pc.replace_with_mask(found, others, rest)  # refuses another number of lines, such as after a blank one

    return lines


def _read_and_written(block: bytes, names: list[str], convert: pacsv.ConvertOptions) -> pa.LargeStringArray:
    table = parse_block(block, names, convert)
    if any(pa.types.is_integer(column.type) and column.null_count for column in table.columns):
        raise NotPlain  # one blank, and pandas makes the whole column floats
    columns = [column.to_numpy() if pa.types.is_primitive(column.type) else column for column in table.columns]
    if has_odd_numbers(each for each in columns if isinstance(each, np.ndarray) and each.dtype == np.float64):
        raise NotPlain
    return csv_lines(columns)

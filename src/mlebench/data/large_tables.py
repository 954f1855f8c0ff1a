"""Splitting a CSV file that is too large to be shuffled as a data frame.

The file is read once, in blocks. Each row is kept as the line that will be written, so that writing a part
means picking its lines.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from mlebench.data.bulk_texts import TextSpool, text_buffer
from mlebench.data.csv_blocks import NotPlain, read_blocks
from mlebench.data.csv_text import csv_lines
from mlebench.data.pandas_rules import EXACT_FLOATS
from mlebench.data.progress import advance, in_threads, stage
from mlebench.data.splits import split_positions, split_rows
from mlebench.data.tables import arrow_options, is_odd, numbers_checked, read_csv, write_csv

_PICK_ROWS = 1 << 17


def split_csv(source: Path, train: Path, test_size: float, *, seed: int = 0) -> pd.DataFrame:
    """Write the train part of `split_rows(read_csv(source), test_size)` to a file and return the test part.

    The bytes are those of `write_csv`; the cost is close to that of reading the file, and the lines lie in
    a temporary file beside `train` rather than in memory.
    """
    train.parent.mkdir(parents=True, exist_ok=True)
    with TextSpool(train.parent) as spool:
        header = _spool_lines(source, spool)
        if header is not None:
            lines = spool.texts()
            train_rows, test_rows = split_positions(len(lines), test_size, seed=seed)
            with train.open("wb") as file:
                _write(lines, train_rows, header, file)
            test = io.BytesIO()
            _write(lines, test_rows, header, test)
            test.seek(0)
            found: pd.DataFrame = pd.read_csv(test, low_memory=False, **EXACT_FLOATS)
            return found
    train_part, test_part = split_rows(read_csv(source), test_size, seed=seed)
    write_csv(train_part, train)
    return test_part


def _write(lines: pa.LargeStringArray, rows: npt.NDArray[np.intp], header: str, file: IO[bytes]) -> None:
    stage("writing rows", len(rows))
    file.write(header.encode())
    parts = (rows[start : start + _PICK_ROWS] for start in range(0, len(rows), _PICK_ROWS))
    for picked in in_threads(lambda part: lines.take(pa.array(part)), parts):
        file.write(text_buffer(picked))
        advance(len(picked))


def _spool_lines(source: Path, spool: TextSpool) -> str | None:
    """Keep every row as `write_csv` would write it; gives the header, or None where only pandas can tell."""
    convert = arrow_options(source)
    if convert is None:
        return None
    stage(f"reading {source.name}", source.stat().st_size)
    try:
        for lines in read_blocks(source, convert, _lines):
            spool.append(lines)
    except (pa.ArrowInvalid, NotPlain):
        return None
    return str(pd.DataFrame(columns=convert.include_columns).to_csv(index=False, lineterminator="\n"))


def _lines(block: bytes, table: pa.Table) -> pa.LargeStringArray:
    """The rows of one block as pandas would write them after reading them all."""
    if any(pa.types.is_integer(column.type) and column.null_count for column in numbers_checked(block, table).columns):
        raise NotPlain  # one blank, and pandas makes the whole column floats
    frame = table.to_pandas(split_blocks=True)
    if any(is_odd(frame[name]) for name in frame.columns):
        raise NotPlain
    advance(len(block))
    return csv_lines(frame)

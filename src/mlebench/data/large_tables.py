"""Splitting a CSV file that is too large to be shuffled as a data frame.

The file is read once, in blocks. Each row is kept as the line that will be written, so that writing a part
means picking its lines.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from mlebench.data.bulk_texts import TextSpool, text_buffer
from mlebench.data.csv_text import csv_lines
from mlebench.data.pandas_rules import EXACT_FLOATS
from mlebench.data.progress import advance, in_threads, stage
from mlebench.data.splits import split_positions, split_rows
from mlebench.data.tables import NA_WORDS, _arrow_type, read_csv, write_csv

BLOCK_BYTES = 16 << 20
_PEEK_ROWS = 500
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
            return pd.read_csv(test, low_memory=False, **EXACT_FLOATS)
    train_part, test_part = split_rows(read_csv(source), test_size, seed=seed)
    write_csv(train_part, train)
    return test_part


def _write(lines: pa.LargeStringArray, rows: npt.NDArray[np.intp], header: str, file: IO[bytes]) -> None:
    stage("writing rows", len(rows))
    file.write(f"{header}\n".encode())
    parts = (rows[start : start + _PICK_ROWS] for start in range(0, len(rows), _PICK_ROWS))
    for picked in in_threads(lambda part: lines.take(pa.array(part)), parts):
        file.write(text_buffer(picked))
        advance(len(picked))


def _spool_lines(source: Path, spool: TextSpool) -> str | None:
    """Keep every row as `write_csv` would write it; gives the header, or None where only pandas can tell."""
    peek = pd.read_csv(source, nrows=_PEEK_ROWS, **EXACT_FLOATS)
    types = {str(name): _arrow_type(dtype) for name, dtype in peek.dtypes.items()}
    with source.open("rb") as file:
        header = file.readline().decode(errors="replace").rstrip("\r\n")
        if list(types) != header.split(",") or None in types.values() or len(types) < 2:
            return None
        stage(f"reading {source.name}", source.stat().st_size)
        try:
            for lines in in_threads(lambda block: _lines(block, types), _blocks(file)):
                spool.append(lines)
        except (pa.ArrowInvalid, _NotPlain):
            return None
    return header


class _NotPlain(Exception):
    """The block holds something that only pandas reads as v1 does."""


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    """Blocks of whole lines."""
    rest = b""
    while chunk := file.read(BLOCK_BYTES):
        end = chunk.rfind(b"\n") + 1
        if end:
            yield rest + chunk[:end]
            rest = b""
        rest += chunk[end:]
        advance(len(chunk))
    if rest.strip():
        yield rest


def _lines(block: bytes, types: dict[str, Any]) -> pa.LargeStringArray:
    """The rows of one block as pandas would write them after reading them."""
    if b'"' in block:  # a quoted text may hold line breaks, where the block must not be cut
        raise _NotPlain
    table = pacsv.read_csv(
        pa.BufferReader(block),
        read_options=pacsv.ReadOptions(column_names=list(types), use_threads=False, block_size=len(block)),
        convert_options=pacsv.ConvertOptions(column_types=types, null_values=NA_WORDS, strings_can_be_null=True),
    )
    for column in table.columns:
        if pa.types.is_integer(column.type) and column.null_count:
            raise _NotPlain  # one blank, and pandas makes the whole column floats
        if pa.types.is_floating(column.type) and pc.any(pc.is_nan(column)).as_py():
            raise _NotPlain  # a word such as "nAn", which pandas takes for text
    return csv_lines(table.to_pandas(split_blocks=True))

"""Reading what an agent handed in. Whatever is wrong with the file is said in one sentence."""

from __future__ import annotations

import codecs
import mmap
import re
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pyarrow as pa

from mlebench.data.tables.csv_files import read_with_texts
from mlebench.errors import InvalidSubmission

GIB = 1 << 30
MAX_BYTES = 16 * GIB  # the largest real one has less than one
MAX_COLUMNS = 10_000  # far more than any competition has; pandas takes minutes to tell 300,000 of one name apart
MAX_HEADER_BYTES = 1 << 20
_LOOKED_AT = 3  # rows: one that is wider than the header makes an index of the rest, later ones are an error to pandas
# As pandas reads them. No step goes back, so that time grows with the length alone.
_BLANK_LINES = re.compile(rb"(?:[ \t]*+(?:\r\n?+|\n))*+")
_CELL = re.compile(rb'(?:"(?:[^"]++|"")*+"?+)?+[^,\r\n]*+(,|\r\n?+|\n|\Z)')

_BYTE_ORDER_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_COMPRESSED = {
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "a gzip file",
    b"7z\xbc\xaf": "a 7z archive",
    b"PAR1": "a parquet file",
}


def read_submission(path: Path, text_columns: Sequence[str] = ()) -> pd.DataFrame:
    """Read a submission with pandas' inferred types, or say why it cannot be read."""
    _check_file(path)
    _check_columns(path)
    try:
        submission = read_with_texts(path, text_columns)
    except UnicodeDecodeError as error:
        raise InvalidSubmission(f"{path.name} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from error
    except pd.errors.EmptyDataError as error:
        raise InvalidSubmission(f"{path.name} is empty: it must be a CSV file with a header.") from error
    except pd.errors.ParserError as error:
        reason = str(error).removeprefix("Error tokenizing data. C error: ").strip()
        raise InvalidSubmission(f"{path.name} cannot be read as CSV: {reason}") from error
    pa.default_memory_pool().release_unused()  # what parsing took: checks and scores need as much again
    return submission


def _check_file(path: Path) -> None:
    if not path.exists():
        raise InvalidSubmission(f"There is no file {path}.")
    if not path.is_file():
        raise InvalidSubmission(f"{path} is not a file.")
    if path.stat().st_size > MAX_BYTES:
        refused = f"{path.name} has {path.stat().st_size / GIB:.0f} GiB; a submission may have {MAX_BYTES // GIB}."
        raise InvalidSubmission(refused)
    with path.open("rb") as file:
        head = file.read(1 << 16)
    if not head.strip():
        raise InvalidSubmission(f"{path.name} is empty: it must be a CSV file with a header.")
    for start, what in _COMPRESSED.items():
        if head.startswith(start):
            raise InvalidSubmission(f"{path.name} is {what}, not CSV text; hand in the CSV file itself.")
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if head.startswith(mark):
            raise InvalidSubmission(f"{path.name} is encoded as {encoding}; save it as UTF-8.")
    if b"\x00" in head:
        raise InvalidSubmission(f"{path.name} holds binary data, not CSV text.")


def _check_columns(path: Path) -> None:
    """Refuse what pandas would take minutes to read, whatever stands before it; rows may be of any length."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        place = len(codecs.BOM_UTF8) if text[:3] == codecs.BOM_UTF8 else 0
        end = min(len(text), MAX_HEADER_BYTES)
        for _ in range(_LOOKED_AT):
            place = _end(_BLANK_LINES.match(text, place, end))
            for column in range(MAX_COLUMNS + 1):
                if column == MAX_COLUMNS:
                    raise InvalidSubmission(f"{path.name} has more than {MAX_COLUMNS} columns.")
                cell = _CELL.match(text, place, end)
                place = _end(cell)
                if cell is None or cell[1] != b",":
                    break
            if place == end < len(text):
                raise InvalidSubmission(f"The header of {path.name} does not end within {MAX_HEADER_BYTES >> 20} MiB.")
            end = len(text)


def _end(found: re.Match[bytes] | None) -> int:
    assert found is not None  # both patterns match everywhere
    return found.end()

"""What is expected of a submission, as far as a contestant knows it: ids, columns, public facts of each row.

The validator works with this alone. It is made from `public/` and lies beside it, outside `private/`; a prepared
folder that lacks it gets it on demand.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from mlebench.catalog import Competition
from mlebench.catalog.folder import CODE_OF_V2
from mlebench.data.layout import EXPECTED, DataLayout
from mlebench.data.tables.csv_files import column_names, read_csv
from mlebench.errors import DataError
from mlebench.files import replaced

FILE = EXPECTED
_FORMAT = "1"


@dataclass(frozen=True)
class Expected:
    """The wanted rows in public order (the ids first, public facts after them), and the columns of a submission."""

    rows: pd.DataFrame
    columns: list[str]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def ids(self) -> pd.Series[Any]:
        """The ids of the wanted rows, as v1 reads them."""
        return self.rows.iloc[:, 0]


def build_expected(competition: Competition, public: Path) -> Expected:
    """From the public files alone: `expect(public)` of grade.py, else columns of the sample submission."""
    side, _, name = competition.sample_submission.partition("/")
    columns = column_names(public / name) if side == "public" else []
    if competition.expect_function is not None:
        rows = competition.expect_function(public)
    elif columns:
        rows = read_csv(public / name, usecols=competition.expected or columns[:1])
    else:
        raise DataError(
            f"{competition.id}: its sample submission is not public, so that grade.py needs a function expect(public)."
        )
    # Numbers among texts, which v1 compares as texts.
    mixed = [name for name, dtype in rows.dtypes.items() if dtype == "object"]
    rows = rows.astype(dict.fromkeys(mixed, "str")) if mixed else rows
    return Expected(rows, columns or list(rows.columns))


def expected_of_answers(competition: Competition, answers: pd.DataFrame) -> Expected:
    """The same from the answers, where there are no public files: for files that were graded by themselves."""
    # A slice is made much faster than a choice by names.
    rows = answers[competition.expected] if competition.expected else answers.iloc[:, :1]
    return Expected(rows, list(answers.columns))


def load_expected(competition: Competition, layout: DataLayout) -> Expected:
    """Read the file, or make it; where it cannot be written it is made again by the next process."""
    layout.require_public()
    return _loaded(competition, layout, _stamp(competition), layout.public.stat().st_mtime_ns)


@lru_cache(maxsize=2)  # a validator is asked again and again, and a batch is sorted by competition
def _loaded(competition: Competition, layout: DataLayout, stamp: str, changed: int) -> Expected:
    path = layout.prepared / FILE
    found = _read(path, stamp)
    if found is None:
        found = build_expected(competition, layout.public)
        with suppress(OSError):  # a data folder may be shared and read-only
            _write(found, path, stamp)
    return found


def write_expected(competition: Competition, prepared: Path) -> None:
    """Make the file of a folder that is being prepared."""
    _write(build_expected(competition, prepared / "public"), prepared / FILE, _stamp(competition))


def copy_expected(competition: Competition, layout: DataLayout, prepared: Path) -> None:
    """Make the file of a folder without public files; `layout` need not have it, where another program prepared it."""
    _write(load_expected(competition, layout), prepared / FILE, _stamp(competition))


def _stamp(competition: Competition) -> str:
    """Changes with whatever says what is expected, so that an old file is made anew."""
    files = ["grade.py"] if competition.shares_v1_data else ["grade.py", CODE_OF_V2]
    code = b"".join((competition.folder / name).read_bytes() for name in files if (competition.folder / name).is_file())
    return f"{_FORMAT} {hashlib.sha256(code).hexdigest()} {' '.join(competition.expected)}"


def _write(expected: Expected, path: Path, stamp: str) -> None:
    table = pa.Table.from_pandas(expected.rows, preserve_index=False)
    table = table.replace_schema_metadata({"stamp": stamp, "columns": json.dumps(expected.columns)})
    # Without compression, which takes several times as long to write and to read.
    with replaced(path) as new, pa.ipc.new_file(new, table.schema) as file:
        file.write_table(table)


def _read(path: Path, stamp: str) -> Expected | None:
    try:
        with pa.ipc.open_file(path) as file:
            table = file.read_all()
    except (OSError, pa.ArrowInvalid):  # none, or not a whole one
        return None
    facts = table.schema.metadata or {}
    if facts.get(b"stamp") != stamp.encode():
        return None
    return Expected(table.replace_schema_metadata(None).to_pandas(), json.loads(facts[b"columns"]))

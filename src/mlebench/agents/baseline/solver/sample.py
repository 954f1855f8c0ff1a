"""The sample submission: the form that every submission must have."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

import pandas as pd

from solver.arrays import Floats
from solver.files import Entry, Files
from solver.tables import read_table

_NAME = re.compile(r"sample.?submission|submission.?sample|random.?predictions|sample_sub", re.IGNORECASE)


@dataclass(frozen=True)
class Sample:
    """The sample submission and which of its columns names a row."""

    table: pd.DataFrame
    id_column: str

    @property
    def ids(self) -> pd.Series[str]:
        """The ids as texts."""
        return self.table[self.id_column].astype(str)

    @property
    def targets(self) -> list[str]:
        """The columns to fill."""
        return [c for c in self.table.columns if c != self.id_column and not str(c).startswith("Unnamed")]

    def accepts(self, submission: pd.DataFrame) -> bool:
        """Whether a submission has the same form and no gaps that the sample does not have."""
        if list(submission.columns) != list(self.table.columns) or len(submission) != len(self.table):
            return False
        blank = submission[self.targets].isna().any()
        return not (blank & self.table[self.targets].notna().all()).any()

    def filled(self, columns: Mapping[str, Floats | list[str] | float]) -> pd.DataFrame:
        """The sample with these columns replaced."""
        return self.table.assign(**columns)


def find_sample(files: Files, form: str = "") -> Sample | None:
    """The sample submission nearest to the top of the public files.

    Where there is none, test rows that have the columns of a submission, as the description's `form` shows them:
    texts in which something is to be corrected, say.
    """
    samples = [e for e in files.tables if _NAME.search(e.stem) and e.suffix in (".csv", ".tsv")]
    tests = [e for e in files.entries if "test" in e.stem.lower() and e.suffix in (".csv", ".txt")]
    in_this_form = (entry for entry in sorted(tests, key=_rank) if _has_header_in(entry, form))
    for entry in chain(sorted(samples, key=_rank), in_this_form):
        table = _read(entry)
        if table is not None and len(table) and len(table.columns) > 1:
            return Sample(table, _id_column(table))
    return None


def _has_header_in(entry: Entry, form: str) -> bool:
    """Whether a line of the text is the header of the file, with or without quotes."""
    table = read_table(entry, rows=1)
    lines = (next(csv.reader([line.strip()]), []) for line in form.splitlines())
    return table is not None and list(table.columns) in lines


def _rank(entry: Entry) -> tuple[int, int, str]:
    return (entry.name.count("/"), len(entry.name), entry.name)


def _read(entry: Entry) -> pd.DataFrame | None:
    """All rows, with ids such as 007 kept as they are written."""
    table = read_table(entry, rows=None)
    if table is None:
        return None
    texts = pd.read_csv(io.BytesIO(entry.read()), dtype="str", keep_default_na=False)
    for column in table.columns:
        if len(texts) == len(table) and not (table[column].astype(str) == texts[column]).all():
            a_word_for_nothing = table[column].isna().all() and not (texts[column] == "").all()
            if table[column].dtype.kind in "iu" or a_word_for_nothing:
                table[column] = texts[column]
    return table


def _has_words(column: pd.Series) -> bool:
    return column.dtype.kind not in "iufb" and bool(column.astype(str).head(200).str.count(" ").mean() > 2)


def _id_column(table: pd.DataFrame) -> str:
    named = [c for c in table.columns if not str(c).startswith("Unnamed")]
    unique = [c for c in named if table[c].is_unique and not _has_words(table[c])]
    likely = [c for c in unique if re.search(r"id$|^id|image|file|key|name", str(c), re.IGNORECASE)]
    if likely or unique:
        return str((likely or unique)[0])
    return str(max(named, key=lambda c: table[c].nunique()))

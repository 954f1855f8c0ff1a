"""The sample submission: the form that every submission must have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from solver.arrays import Floats
from solver.files import Entry
from solver.tables import read_table


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


def read_sample(path: Path) -> Sample | None:
    """The sample submission of a CSV file, with ids such as 007 kept as they are written."""
    table = read_table(Entry(path.name, path), rows=None)
    if table is None or table.empty or len(table.columns) < 2:
        return None
    texts = pd.read_csv(path, dtype="str", keep_default_na=False, encoding_errors="replace")
    for column in table.columns:
        if len(texts) == len(table) and not (table[column].astype(str) == texts[column]).all():
            a_word_for_nothing = table[column].isna().all() and not (texts[column] == "").all()
            if table[column].dtype.kind in "iu" or a_word_for_nothing:
                table[column] = texts[column]
    return Sample(table, _id_column(table))


def _has_words(column: pd.Series) -> bool:
    return column.dtype.kind not in "iufb" and bool(column.astype(str).head(200).str.count(" ").mean() > 2)


def _id_column(table: pd.DataFrame) -> str:
    named = [c for c in table.columns if not str(c).startswith("Unnamed")]
    unique = [c for c in named if table[c].is_unique and not _has_words(table[c])]
    likely = [c for c in unique if re.search(r"id$|^id|image|file|key|name", str(c), re.IGNORECASE)]
    if likely or unique:
        return str((likely or unique)[0])
    return str(max(named, key=lambda c: table[c].nunique()))

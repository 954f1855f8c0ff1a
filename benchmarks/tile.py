"""Blowing a miniature up: its answers and a submission many times over, with ids of their own each time."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd

MAX_BYTES = 1 << 29  # of each file
_WHOLE_NUMBER = re.compile(r"-?\d+")
_FIRST_PART = re.compile(r'^"?[^._/ ",\n]*')  # `page` of `page_3.png`, as it stands in the file


def tile(answers: Path, submission: Path, out: Path, rows: int) -> tuple[Path, Path]:
    """Write `answers.csv` in order and `submission.csv` shuffled, with `rows` rows of answers or a few more.

    There are fewer where a file would be larger than `MAX_BYTES`.
    """
    tables = [pd.read_csv(path, dtype=str, keep_default_na=False) for path in (answers, submission)]
    ids = _id_column(*tables)
    largest = max(path.stat().st_size for path in (answers, submission))
    copies = max(1, min(-(-rows // len(tables[0])), MAX_BYTES // largest))
    cells = [cell for table in tables for cell in table[ids]]
    step = max(map(int, cells)) + 1 if all(map(_WHOLE_NUMBER.fullmatch, cells)) else 0
    paths = out / "answers.csv", out / "submission.csv"
    for path, table in zip(paths, tables, strict=True):
        place = list(table.columns).index(ids)
        lines = [_cut(row, place, step) for row in table.itertuples(index=False, name=None)]
        order = np.arange(copies * len(lines))
        if path.name == "submission.csv":
            np.random.default_rng(0).shuffle(order)
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write(_text(table.columns) + "\n")
            for copy, row in zip(*(part.tolist() for part in np.divmod(order, len(lines))), strict=True):
                before, number, after = lines[row]
                mark = number + copy * step if step else f"k{copy}" if copy else ""
                file.write(f"{before}{mark}{after}\n")
    return paths


def _id_column(answers: pd.DataFrame, submission: pd.DataFrame) -> str:
    """Of the columns that have the same values in both the one with the most of them; else the first that both have."""
    shared = [name for name in answers.columns if name in submission.columns]
    same = [name for name in shared if set(answers[name]) == set(submission[name])]
    return max(same or shared[:1], key=lambda name: answers[name].nunique())


def _cut(row: tuple[str, ...], place: int, step: int) -> tuple[str, int, str]:
    """The line of a row: what stands before the number or mark of a copy, its number, and what stands after."""
    before = _text([*row[:place], ""]) if place else ""
    after = _text(["", *row[place + 1 :]]) if place + 1 < len(row) else ""
    if step:
        return before, int(row[place]), after
    cell = _text([row[place], ""]).removesuffix(",")
    rest = _FIRST_PART.sub("", cell, count=1)
    return before + cell.removesuffix(rest), 0, rest + after


def _text(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)  # it quotes what holds either
    return line.getvalue().removesuffix("\r\n")

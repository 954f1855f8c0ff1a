"""Blowing a miniature up: its answers and a submission many times over, with ids of their own each time."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd

MAX_BYTES = 1 << 29  # of each file
Line = tuple[str, int, str]  # what stands before the number or mark of a copy, its number, and what stands after
_WHOLE_NUMBER = re.compile(r"-?\d+")
_FIRST_PART = re.compile(r'^"?[^._/ ",\n]*')  # `page` of `page_3.png`, as it stands in the file


def tile(answers: Path, submission: Path, out: Path, rows: int, *, shuffled: bool = True) -> tuple[Path, Path]:
    """Write answers in order and `submission.csv`, shuffled or not, with `rows` rows of answers or a few more.

    There are fewer where a file would be larger than `MAX_BYTES`.
    """
    given = answers, submission
    tables = [_read(path) for path in given]
    ids = _id_column(*tables)
    copies = max(1, min(-(-rows // len(tables[0])), MAX_BYTES // max(path.stat().st_size for path in given)))
    cells = [cell for table in tables for cell in table[ids]]
    step = max(map(int, cells)) + 1 if all(map(_WHOLE_NUMBER.fullmatch, cells)) else 0
    paths = out / f"answers{answers.suffix}", out / "submission.csv"
    for source, path, table in zip(given, paths, tables, strict=True):
        header, lines = _json_lines(source, ids) if _is_json(source) else _csv_lines(table, ids, step)
        order = np.arange(copies * len(lines))
        if shuffled and path == paths[1]:
            np.random.default_rng(0).shuffle(order)
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write(header)
            for copy, row in zip(*(part.tolist() for part in np.divmod(order, len(lines))), strict=True):
                before, number, after = lines[row]
                mark = number + copy * step if step else f"k{copy}" if copy else ""
                file.write(f"{before}{mark}{after}\n")
    return paths


def _is_json(path: Path) -> bool:
    return path.suffix == ".jsonl"


def _read(path: Path) -> pd.DataFrame:
    if _is_json(path):
        return pd.DataFrame([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()], dtype=str)
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def _id_column(answers: pd.DataFrame, submission: pd.DataFrame) -> str:
    """Of the columns that have the same values in both the one with the most of them; else the first that both have."""
    shared = [name for name in answers.columns if name in submission.columns]
    same = [name for name in shared if set(answers[name]) == set(submission[name])]
    return max(same or shared[:1], key=lambda name: answers[name].nunique())


def _csv_lines(table: pd.DataFrame, ids: str, step: int) -> tuple[str, list[Line]]:
    """The header and each row."""
    place = list(table.columns).index(ids)
    return _text(table.columns) + "\n", [_cut(row, place, step) for row in table.itertuples(index=False, name=None)]


def _json_lines(path: Path, ids: str) -> tuple[str, list[Line]]:
    """No header, and each line; its id is a text."""
    cut = re.compile(rf'(.*"{ids}": ?"[^._/ "]*)(.*)').fullmatch
    found = filter(None, map(cut, path.read_text(encoding="utf-8").splitlines()))
    return "", [(line[1], 0, line[2]) for line in found]


def _cut(row: tuple[str, ...], place: int, step: int) -> Line:
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

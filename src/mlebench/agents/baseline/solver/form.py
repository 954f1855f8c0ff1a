"""The form of a submission, found without any library for numbers: the first file is there before these are loaded."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from itertools import islice

from solver.files import Entry, Files
from solver.metric import CORRELATIONS, Metric

_NAME = re.compile(r"sample.?submission|submission.?sample|random.?predictions|sample_sub", re.IGNORECASE)


def find_form(files: Files, description: str) -> Entry | None:
    """The sample submission nearest to the top of the public files.

    Where there is none, test rows that have the columns of a submission, as the description shows them: texts in
    which something is to be corrected, say.
    """
    for entries in files.from_the_top():
        samples = [e for e in entries if _NAME.search(e.stem) and e.suffix in (".csv", ".tsv")]
        if (found := _first_table(samples)) is not None:
            return found
    shown = [next(csv.reader([line.strip()]), []) for line in description.splitlines()]
    tests = (e for e in files.entries if "test" in e.stem.lower() and e.suffix in (".csv", ".txt"))
    return _first_table(entry for entry in tests if _beginning(entry)[0] in shown)


def _first_table(entries: Iterable[Entry]) -> Entry | None:
    """The nearest to the top that has rows and more than one column."""
    ranked = sorted(entries, key=lambda e: (e.name.count("/"), len(e.name), e.name))
    return next((e for e in ranked if len(rows := _beginning(e)) > 1 and len(rows[0]) > 1), None)


def _beginning(entry: Entry) -> list[list[str]]:
    """The header and the first row."""
    with io.TextIOWrapper(entry.open(), encoding="utf-8-sig", errors="replace", newline="") as file:
        return list(islice(csv.reader(file, delimiter=separator(entry)), 2)) or [[]]


def separator(entry: Entry) -> str:
    """What stands between the cells of a text file."""
    return "\t" if entry.suffix == ".tsv" else ","


def first_submission(entry: Entry, metric: Metric | None) -> bytes:
    """The content as it is, with commas between the cells; changed only where it would have no score.

    Values that are all the same have no correlation with anything: there they get tiny differences.
    """
    content = entry.read()
    flat = metric in CORRELATIONS
    if separator(entry) == "," and not flat:
        return content
    text = io.StringIO(content.decode("utf-8-sig", errors="replace"), newline="")
    header, *rows = csv.reader(text, delimiter=separator(entry))
    columns = [list(column) for column in zip(*rows, strict=True)]
    columns[1:] = [_slope(column) if flat else column for column in columns[1:]]
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\n").writerows([header, *zip(*columns, strict=True)])
    return written.getvalue().encode()


def _slope(column: list[str]) -> list[str]:
    """A column of one number, with each row a little nearer to one half than the row before."""
    if len(set(column)) > 1 or not re.fullmatch(r"-?\d+(\.\d*)?", column[0]):
        return column
    value = float(column[0])
    step = (0.001 if value < 0.5 else -0.001) / len(column)
    return [f"{value + step * place:.9f}" for place in range(len(column))]

"""The form of a submission, found without any library for numbers: the first file is there before these are loaded."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from itertools import islice

from solver.files import Entry, Files

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


def as_csv(entry: Entry) -> bytes:
    """The content as it is, but with commas between the cells."""
    content = entry.read()
    if separator(entry) == ",":
        return content
    written = io.StringIO(newline="")
    rows = csv.reader(io.StringIO(content.decode("utf-8-sig", errors="replace"), newline=""), delimiter="\t")
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().encode()

"""Plain tables, for commands that answer at once: to import rich would take them as long as all the rest."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest

import click

_GAP = "  "
_NARROWEST = 14


def show_table(
    rows: Sequence[Sequence[str]],
    headings: Sequence[str] = (),
    *,
    right: Collection[str] = (),
    least: Sequence[int] = (),
    colours: Mapping[str, str] | None = None,
) -> None:
    """Print rows in columns. Long cells are folded to the terminal, and left whole where the output goes elsewhere.

    `right` are headings of numbers, `least` the first columns' widths at least, `colours` those of cells by their text.
    """
    table = [[printable(cell) for cell in row] for row in ([headings, *rows] if headings else rows)]
    longest = [max(len(line) for cell in column for line in cell.split("\n")) for column in zip(*table, strict=True)]
    widths = _narrowed([max(pair) for pair in zip_longest(longest, least, fillvalue=0)], least)
    for number, row in enumerate(table):
        is_heading = bool(headings) and number == 0
        folded = [_folded(cell, width) for cell, width in zip(row, widths, strict=True)]
        for lines in zip_longest(*folded, fillvalue=""):
            padded = []
            for column, (text, width) in enumerate(zip(lines, widths, strict=True)):
                is_number = bool(headings) and headings[column] in right
                cell = text.rjust(width) if is_number else text if column == len(widths) - 1 else text.ljust(width)
                colour = (colours or {}).get(text)
                padded.append(click.style(cell, fg=colour, bold=is_heading) if colour or is_heading else cell)
            click.echo(_GAP.join(padded).rstrip())


def printable(text: str) -> str:
    """Names and messages may be a stranger's: control characters in them would act on the terminal."""
    return "".join(c if c.isprintable() or c in "\n\t" else "�" for c in text)


def _narrowed(widths: list[int], least: Sequence[int]) -> list[int]:
    """To the terminal, the widest columns first; numbers and short words stay whole, even where they do not fit."""
    if not (sys.stdout.isatty() or os.environ.get("COLUMNS")):
        return widths
    room = shutil.get_terminal_size().columns - len(_GAP) * (len(widths) - 1)
    spare = [width - narrowest for width, narrowest in zip_longest(widths, least, fillvalue=_NARROWEST)]
    while sum(widths) > room and max(spare) > 0:
        widest = max((column for column, more in enumerate(spare) if more > 0), key=widths.__getitem__)
        widths[widest] -= 1
        spare[widest] -= 1
    return widths


def _folded(cell: str, width: int) -> list[str]:
    return [part for line in cell.split("\n") for part in textwrap.wrap(line, max(width, 1)) or [""]]

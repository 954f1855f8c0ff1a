"""Rows of the benchmark's table and its Markdown form."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, takewhile
from typing import NamedTuple

HEAD = """| what | data, or floor | time ÷ floor | goal | peak memory ÷ table | goal | note |
|---|---|--:|--:|--:|--:|---|
"""


class Row(NamedTuple):
    """One measurement, as a ratio to its floor."""

    what: str
    floor: str
    ratio: float
    goal: float
    memory_ratio: float | None = None
    memory_goal: float | None = None
    note: str = ""

    def line(self) -> str:
        """The row of the table, with the goals beside the ratios."""
        memory = "" if self.memory_ratio is None else f"{self.memory_ratio:.2f}"
        memory_goal = "" if self.memory_goal is None else f"≤ {self.memory_goal:g}"
        cells = [self.what, self.floor, f"{self.ratio:.2f}", f"≤ {self.goal:g}", memory, memory_goal, self.note]
        return f"| {' | '.join(cells)} |\n"


def lines_of(document: str) -> dict[str, str]:
    """The rows that such tables of a document have, by what they measure."""
    _, *tables = document.split(HEAD)
    rows = (takewhile(lambda line: line.startswith("|"), table.splitlines(keepends=True)) for table in tables)
    return {line.split("|")[1].strip(): line for line in chain(*rows)}


def markdown(lines: Mapping[str, str]) -> str:
    """The table."""
    return HEAD + "".join(lines.values())

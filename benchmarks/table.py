"""Rows of the benchmark's table and its Markdown form."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One measurement, as a ratio to its floor."""

    what: str
    floor: str
    ratio: float
    goal: float
    memory_ratio: float | None = None
    memory_goal: float | None = None
    note: str = ""


def markdown(rows: list[Row]) -> str:
    """A table with the goals beside the ratios."""
    lines = [
        "| what | floor | time ÷ floor | goal | peak memory ÷ table | goal | note |",
        "|---|---|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        memory = "" if row.memory_ratio is None else f"{row.memory_ratio:.2f}"
        memory_goal = "" if row.memory_goal is None else f"≤ {row.memory_goal:g}"
        lines.append(
            f"| {row.what} | {row.floor} | {row.ratio:.2f} | ≤ {row.goal:g} | {memory} | {memory_goal} | {row.note} |"
        )
    return "\n".join(lines) + "\n"

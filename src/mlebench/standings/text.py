"""Rows as Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from mlebench.standings.row import Row

Ranked = Sequence[tuple[int | None, Row]]
FIGURES = ("low", "medium", "high", "all")
_WORDS = {True: "yes", False: "no", None: "–"}
HEADINGS = (
    *("rank", "agent", "models", "low %", "medium %", "high %", "all %", "hours", "hardware", "network"),
    *("test-score feedback", "known leaks", "source code", "reports", "verified", "date", "status"),
)


def cells(rank: int | None, row: Row, splits: Sequence[str] = FIGURES) -> list[str]:
    """One row in words, in the order of the headings."""
    figures = [str(row.figures[split]) if split in row.figures else "–" for split in splits]
    return [
        "–" if rank is None else str(rank),
        row.agent,
        row.models,
        *figures,
        "–" if row.hours is None else f"{row.hours:.3g}",
        row.hardware or "–",
        row.network or "–",
        *(_WORDS[each] for each in (row.test_score_feedback, row.known_leaks, row.source_code, row.reports)),
        row.verified or "–",
        row.date or "–",
        row.status,
    ]


def markdown_row(row: Row) -> str:
    """A line for a Markdown table with our headings, but for the rank."""
    return _line(cells(None, row)[1:])


def as_markdown(rows: Ranked) -> str:
    """A whole table."""
    lines = [_line(HEADINGS), _line(["---"] * len(HEADINGS)), *(_line(cells(rank, row)) for rank, row in rows)]
    return "\n".join(lines)


def as_csv(rows: Ranked) -> str:
    """With means and errors in columns of their own."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    plain = [name for name in Row.model_fields if name != "figures"]
    writer.writerow(["rank", *plain, *(f"{split}_{part}" for split in FIGURES for part in ("mean", "error"))])
    for rank, row in rows:
        pairs = [row.figures.get(split) for split in FIGURES]
        numbers = [value for pair in pairs for value in ((pair.mean, pair.error) if pair else (None, None))]
        writer.writerow([rank, *(_plain(getattr(row, name)) for name in plain), *numbers])
    return target.getvalue()


def as_json(rows: Ranked) -> str:
    """Everything."""
    return json.dumps([{"rank": rank, **row.model_dump(mode="json")} for rank, row in rows], indent=2)


def _plain(value: object) -> object:
    """A text that a spreadsheet would take for a formula is none."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" else value


def _line(row: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in row) + " |"

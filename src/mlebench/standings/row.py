"""One line of a leaderboard, with what a reader must know beside the figures."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

SPLITS = ("all", "low", "medium", "high", "starter")


class Figure(BaseModel):
    """Any-medal percentage: mean and standard error over seeds, which is null for a single one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    mean: float
    error: float | None = None

    def __str__(self) -> str:
        return f"{self.mean:.2f}" if self.error is None else f"{self.mean:.2f} ± {self.error:.2f}"


class Row(BaseModel):
    """Null: not known, or there is none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    agent: str
    models: str  # the language models that it used
    figures: dict[str, Figure]  # by split
    hours: float | None = None  # the time limit of a run
    hardware: str | None = None
    network: str | None = None  # what agents could reach beside validator and model
    test_score_feedback: bool | None = None
    known_leaks: bool | None = None  # whether some competition of it has one
    source_code: bool | None = None  # whether the agent's is public
    reports: bool | None = None  # whether grading reports are
    padded_seeds: bool | None = None  # whether missing runs were counted as failures
    benchmark: str = "v1"
    date: str | None = None
    verified: str | None = None  # the level of a bundle; null: a claim
    status: str  # official, self-reported, yours, bundle, …
    note: str | None = None


def published_rows() -> list[Row]:
    """The published leaderboard in its last state, and what authors reported themselves since."""
    content = json.loads(files("mlebench.results").joinpath("published_results.json").read_text(encoding="utf-8"))
    return [_published(each) for each in content["rows"]]


def _published(found: dict[str, Any]) -> Row:
    pairs = {split: found.get(split) for split in ("low", "medium", "high", "all")}
    return Row(
        agent=found["agent"],
        models=found["llm"],
        figures={split: Figure(mean=pair[0], error=pair[1]) for split, pair in pairs.items() if pair},
        hours=found.get("hours"),
        test_score_feedback=found.get("test_score_feedback"),
        known_leaks=True,  # the benchmark's own: it keeps the leaks that v1 has
        source_code=found.get("source_code"),
        reports=found.get("grading_reports"),
        padded_seeds=found.get("padded_seeds"),
        date=found.get("date"),
        status=found["status"],
        note=found.get("note"),
    )


def ranked(rows: Iterable[Row], split: str) -> list[tuple[int | None, Row]]:
    """The rows that have a figure for this split, best first.

    Those that used scores of the test set have no rank: they stand where their figure puts them, and count for nobody.
    """
    found = sorted((row for row in rows if split in row.figures), key=lambda row: -row.figures[split].mean)
    placed, rank = [], 0
    for row in found:
        rank += not row.test_score_feedback
        placed.append((None if row.test_score_feedback else rank, row))
    return placed

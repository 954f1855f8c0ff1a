"""Parts of competition.yaml that version 2 of the benchmark can replace or add to."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from mlebench.catalog._base import StrictModel

# What the leak audit tells apart; docs/how-to/integrity.md explains each.
LeakKind = Literal[
    "private-file",
    "answer-column",
    "answer-values",
    "test-ids",
    "feature",
    "metadata",
    "order",
    "duplicate",
    "near-duplicate",
    "group",
]


class Metric(StrictModel):
    """The figure that a submission is scored by."""

    name: str
    lower_is_better: bool


class Excuse(StrictModel):
    """Exactly which finding of the leak audit a known issue is about."""

    kind: LeakKind
    file: str = Field(description="as the finding names it, below public/; a * of a finding is written as *")
    columns: list[str] = Field(default=[], description="the column, field or tag, where the finding names one")


class KnownIssue(StrictModel):
    """Something that is wrong with v1 of this competition, kept so that results compare."""

    kind: Literal["leak", "split", "grading", "data", "description", "leaderboard"]
    note: str
    excuses: list[Excuse] = Field(default=[], description="findings of `mlebench integrity leaks` that are this issue")

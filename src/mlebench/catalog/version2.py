"""What version 2 of the benchmark changes of a competition: the `v2:` block of competition.yaml.

The code is v2.py beside it: a function that stands there replaces the one of prepare.py or grade.py.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from mlebench.catalog._base import PreparedPath, StrictModel
from mlebench.catalog.parts import KnownIssue, Metric


class Change(StrictModel):
    """One fault of v1, and what v2 does about it."""

    fault: str
    repair: str
    difficulty: Literal["same", "harder", "easier", "other"] = Field(
        "same", description="of the task, compared with the one that the leaderboard is of"
    )


class Version2(StrictModel):
    """Facts that are not given here are those of v1."""

    changes: list[Change] = Field(min_length=1)
    repaired: list[str] = Field(
        default=[], description="the first words of each known issue of v1 that is none any more"
    )
    known_issues: list[KnownIssue] = Field(
        default=[], description="what is still wrong where an issue of v1 is repaired in part, or is new"
    )
    metric: Metric | None = None
    description: str | None = Field(None, description="what the contestant reads below v1's description")
    answers: PreparedPath | None = None
    sample_submission: PreparedPath | None = None
    gold_submission: PreparedPath | None = None
    answer_columns: list[str] | None = None
    expected: list[str] | None = None

    @property
    def facts(self) -> dict[str, object]:
        """What is another fact than in v1, by the name of the competition's field."""
        others = set(type(self).model_fields) - {"changes", "repaired", "known_issues", "description"}
        return {name: value for name in others if (value := getattr(self, name)) is not None}

"""What a report says about a competition. A run group keeps it, so that its report needs nothing else."""

from __future__ import annotations

from typing import Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from mlebench.catalog.competition import Competition


class LeaderboardFacts(BaseModel):
    """The leaderboard that scores are placed on."""

    model_config = ConfigDict(extra="ignore", frozen=True, from_attributes=True)

    kind: Literal["human", "model"] = "human"  # of people, or of fitted models
    source: str = ""  # where the figures come from
    teams: int | None = None  # how many are on it
    digest: str | None = None  # SHA-256 of the file, where the user named one in place of the recorded leaderboard
    percentiles: list[float] | None = None  # 101 scores from best to worst; null: not known


class CompetitionFacts(BaseModel):
    """As much as is known: a report that somebody else published may name a competition that nobody here has."""

    model_config = ConfigDict(extra="ignore", frozen=True, validate_by_name=True)

    name: str  # as its page says
    category: str = ""  # the kind of problem
    complexity: str = "unknown"  # the split it belongs to
    metric: str = ""  # its name
    is_lower_better: bool | None = None  # its direction
    sample_score: float | None = None  # of the sample submission, on the real data; null: not known
    # `board`: as version 0.1 wrote it.
    leaderboard: LeaderboardFacts | None = Field(
        LeaderboardFacts(),
        validation_alias=AliasChoices("leaderboard", "board"),
        description="what scores are placed on; null: there is none",
    )

    @classmethod
    def of(cls, competition: Competition) -> CompetitionFacts:
        """The facts of a competition that is here."""
        places = competition.leaderboard
        return cls(
            name=competition.name,
            category=competition.category,
            complexity=competition.complexity,
            metric=competition.metric.name,
            is_lower_better=competition.metric.lower_is_better,
            sample_score=competition.sample_score,
            leaderboard=LeaderboardFacts.model_validate(places) if places is not None else None,
        )

"""What a verification says, point by point."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, computed_field

# holds: looked at, and so. fails: looked at, and not so; the bundle is refused. open: as the bundle itself says, not
# so; no fault, but whoever compares results must know it. unchecked: could not be looked at here.
Status = Literal["holds", "fails", "open", "unchecked"]
Level = Literal["inconsistent", "consistent", "regraded", "signed", "countersigned"]


class Point(BaseModel):
    """One thing that was looked at."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    status: Status
    text: str  # in a sentence
    details: list[str] = []


class Verification(BaseModel):
    """All of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: str
    groups: list[str]
    points: list[Point]

    def status(self, name: str) -> Status:
        """Of the point with this name."""
        return next((point.status for point in self.points if point.name == name), "unchecked")

    @computed_field  # type: ignore[prop-decorator]
    @property
    def levels(self) -> list[Level]:
        """All that are reached; one without another is possible: nothing can be graded where the data is not."""
        if any(point.status == "fails" for point in self.points):
            return ["inconsistent"]
        named: tuple[Level, ...] = ("regraded", "signed", "countersigned")
        return ["consistent", *(level for level in named if self.status(level) == "holds")]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def level(self) -> Level:
        """The last of them."""
        return self.levels[-1]

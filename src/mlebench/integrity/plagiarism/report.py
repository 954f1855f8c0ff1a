"""plagiarism.json: the pairs of files that are alike, the most alike first."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Lines = tuple[int, int]


class Region(BaseModel):
    """Code that stands in both files."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    left: Lines = Field(description="its first and last line in the left file, from 1")
    right: Lines = Field(description="those in the right file")

    @property
    def length(self) -> int:
        """In lines of the left file."""
        return self.left[1] - self.left[0] + 1


class Pair(BaseModel):
    """Two files that have code in common."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    left: str = Field(description="a submitted file")
    right: str = Field(description="a public kernel, or a file of another run")
    similarity: float = Field(ge=0, le=1, description="share of the code of one file that stands in the other")
    longest: int = Field(description="lines of the longest region, in the left file")
    regions: list[Region] = Field(description="code that stands in both, by its lines in the left file")


class PlagiarismReport(BaseModel):
    """What was found, and what was not looked at."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    version: int = 1  # of this form
    method: Literal["dolos", "winnowing"]  # how fingerprints were made
    threshold: float = Field(description="from this similarity on, somebody should look at a pair")
    pairs: list[Pair] = Field(description="the most alike first; those below the threshold show how far off they are")
    notes: list[str] = Field(description="what was compared, what does not count, and what was left out")

    @property
    def suspicious(self) -> list[Pair]:
        """Pairs at or above the threshold."""
        return [pair for pair in self.pairs if pair.similarity >= self.threshold]

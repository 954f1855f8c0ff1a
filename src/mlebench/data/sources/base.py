"""What a source of raw data does. Those that exist are listed in choice.py; packages may add theirs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout


@dataclass(frozen=True)
class SourceOptions:
    """What the user asked for; by default the competition's own source."""

    miniature: bool = False
    seed: int = 0
    raw_dir: Path | None = None
    archive: Path | None = None
    command: str | None = None  # what the user typed, for messages that ask to repeat it
    verify: bool = True
    keep_archive: bool = False  # until the preparation is done, instead of until it is unpacked


class Space(NamedTuple):
    """Bytes on the disk: while a competition is prepared, and afterwards."""

    peak: float = 0
    stays: float = 0


class Source(ABC):  # noqa: B024 - each question has an answer that is right for most
    """One way to get at a competition's data. It must be possible to pickle it."""

    def sign_in(self, competition: Competition, layout: DataLayout) -> bool:
        """Sign in where that is needed, and say whether it was: once, before many ask at the same time."""
        return False

    def check(self, competition: Competition, layout: DataLayout) -> Space:
        """Raise DataError where getting it would fail; estimate the space that is needed."""
        return Space()


class RawSource(Source):
    """One way to get a competition's raw tree."""

    small: ClassVar[bool] = False  # so small that whoever asks for a miniature gets the real data

    @property
    @abstractmethod
    def label(self) -> str:
        """Written into the manifest of the prepared folder."""

    @property
    def verifiable(self) -> bool:
        """Whether the recorded checksums speak of this data."""
        return True

    @classmethod
    def chosen(cls, options: SourceOptions) -> Self:
        """As the user asked for it."""
        return cls()

    @abstractmethod
    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """Make the raw tree available and say where it is."""

    def archive_in(self, layout: DataLayout) -> Path | None:
        """The archive that the raw tree was unpacked from, where it is still there."""
        return None

    def discard(self, layout: DataLayout) -> None:
        """Remove what `obtain` made, once it is not needed any more."""

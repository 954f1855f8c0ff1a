"""Where raw data comes from: Kaggle, a local archive, an extracted tree, or the miniature."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.progress import stage
from mlebench.errors import DataError


class RawSource(Protocol):
    """One way to get a competition's raw tree."""

    @property
    def label(self) -> str:
        """Written into the manifest of the prepared folder."""

    @property
    def verifiable(self) -> bool:
        """Whether the recorded checksums speak of this data."""

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """Make the raw tree available and say where it is."""

    def discard(self, layout: DataLayout) -> None:
        """Remove what `obtain` made, once it is not needed any more."""


@dataclass(frozen=True)
class RawTree:
    """An extracted tree of the user's. It is never written to."""

    path: Path
    label: str = "raw-dir"
    verifiable: bool = True

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """The tree as it is."""
        if not self.path.is_dir():
            raise DataError(
                f"{self.path}: no such folder (--raw-dir takes the extracted raw data of {competition.id})."
            )
        return self.path

    def discard(self, layout: DataLayout) -> None:
        """It is the user's: leave it."""


@dataclass(frozen=True)
class Miniature:
    """A tiny synthetic raw tree, made anew by the competition's miniature.py."""

    seed: int = 0
    label: str = "miniature"
    verifiable: bool = False

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """Build the tree in a temporary sibling, then rename it."""
        stage("building the miniature")
        shutil.rmtree(layout.raw, ignore_errors=True)
        temporary = Path(tempfile.mkdtemp(prefix=".preparing-raw-", dir=layout.root))
        competition.build_miniature(temporary, np.random.default_rng(self.seed))
        temporary.rename(layout.raw)
        return layout.raw

    def discard(self, layout: DataLayout) -> None:
        """Remove the raw tree."""
        shutil.rmtree(layout.raw, ignore_errors=True)

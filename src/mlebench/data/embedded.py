"""Data that the project or a dependency ships: such a competition needs no network and no account."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.progress import stage


@dataclass(frozen=True)
class Embedded:
    """The raw tree that the competition's miniature.py writes from installed data.

    Unlike a miniature it is the real thing: the recorded checksums speak of it.
    """

    label: str = "embedded"
    verifiable: bool = True

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """Write the tree in a temporary sibling, then rename it."""
        stage("unpacking the embedded data")
        shutil.rmtree(layout.raw, ignore_errors=True)
        temporary = Path(tempfile.mkdtemp(prefix=".preparing-raw-", dir=layout.root))
        competition.build_miniature(temporary, np.random.default_rng(0))
        temporary.rename(layout.raw)
        return layout.raw

    def discard(self, layout: DataLayout) -> None:
        """Remove the raw tree: it can be written again at any time."""
        shutil.rmtree(layout.raw, ignore_errors=True)

"""Data that the project or a dependency ships: such a competition needs no network and no account."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from mlebench.catalog import Competition
from mlebench.data.layout import DataLayout
from mlebench.data.progress import stage
from mlebench.data.sources.base import RawSource
from mlebench.data.sources.raw import discard_raw, new_raw


@dataclass(frozen=True)
class Embedded(RawSource):
    """The raw tree that the competition's miniature.py writes from installed data.

    Unlike a miniature it is the real thing: the recorded checksums speak of it.
    """

    label: str = "embedded"
    small: ClassVar[bool] = True

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """Write the tree."""
        stage("unpacking the embedded data")
        with new_raw(layout, {"source": self.label}) as folder:
            competition.build_miniature(folder, np.random.default_rng(0))
        return layout.raw

    def discard(self, layout: DataLayout) -> None:
        """Remove the tree: it can be written again at any time."""
        discard_raw(layout, self.label)

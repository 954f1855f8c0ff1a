"""Raw data that lies in the competition's own folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mlebench.catalog import Competition
from mlebench.catalog.create import RAW
from mlebench.data.layout import DataLayout
from mlebench.data.sources.acquire import RawTree
from mlebench.data.sources.base import RawSource, Space
from mlebench.errors import DataError


@dataclass(frozen=True)
class Local(RawSource):
    """`raw/` in the folder of somebody's own competition. It is never written to."""

    label: str = "local"

    def check(self, competition: Competition, layout: DataLayout) -> Space:
        """Something must be in it."""
        tree = competition.folder / RAW
        if not tree.is_dir() or not any(tree.iterdir()):
            raise DataError(
                f"{competition.id}: there is no raw data in {tree}.",
                hint="Put it there, or name its folder with --raw-dir. A synthetic stand-in needs none: --miniature",
            )
        return RawTree(tree).check(competition, layout)

    def obtain(self, competition: Competition, layout: DataLayout) -> Path:
        """The tree as it is."""
        self.check(competition, layout)
        return competition.folder / RAW

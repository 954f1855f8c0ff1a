"""Which competitions exist, and where their folders are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from mlebench.catalog.folder import load_competition
from mlebench.catalog.listed import Listed, listed_from, read_listed
from mlebench.errors import UnknownCompetition, WrongFolder
from mlebench.registry import FolderRegistry

if TYPE_CHECKING:
    from mlebench.catalog.competition import Competition

BUILT_IN = Path(__file__).resolve().parent.parent / "competitions"
ENTRY_POINTS = "mlebench.competitions"
ENVIRONMENT = "MLEBENCH_COMPETITIONS_DIR"


class Registry(FolderRegistry["Competition"]):
    """Competitions by id; each is read once."""

    kind = "competition"
    file = "competition.yaml"
    built_in = BUILT_IN
    environment = ENVIRONMENT
    plugins = ENTRY_POINTS
    wrong_folder = WrongFolder
    unknown = UnknownCompetition

    def __init__(self, extra_dirs: Iterable[Path] = ()) -> None:
        super().__init__(extra_dirs)
        self._loaded: dict[Path, Competition] = {}

    def ids(self) -> list[str]:
        """All ids, sorted."""
        return list(self.folders)

    def listed(self) -> list[Listed]:
        """All, as a list shows them: much faster than all competitions."""
        known = self._loaded
        return [listed_from(known[f]) if f in known else read_listed(f) for f in self.folders.values()]

    def load(self, folder: Path) -> Competition:
        """Read a folder, or remember it."""
        if folder not in self._loaded:
            self._loaded[folder] = load_competition(folder)
        return self._loaded[folder]

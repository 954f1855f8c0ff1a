"""Which competitions exist, and where their folders are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mlebench.catalog.competition import Competition
from mlebench.catalog.folder import load_competition
from mlebench.errors import CatalogError, UnknownCompetition
from mlebench.registry import FolderRegistry

BUILT_IN = Path(__file__).resolve().parent.parent / "competitions"
ENTRY_POINTS = "mlebench.competitions"
ENVIRONMENT = "MLEBENCH_COMPETITIONS_DIR"


class Registry(FolderRegistry[Competition]):
    """Competitions by id; each is read once."""

    kind = "competition"
    file = "competition.yaml"
    built_in = BUILT_IN
    environment = ENVIRONMENT
    plugins = ENTRY_POINTS
    wrong_folder = CatalogError
    unknown = UnknownCompetition

    def __init__(self, extra_dirs: Iterable[Path] = ()) -> None:
        super().__init__(extra_dirs)
        self._loaded: dict[Path, Competition] = {}

    def ids(self) -> list[str]:
        """All ids, sorted."""
        return list(self.folders)

    def load(self, folder: Path) -> Competition:
        """Read a folder, or remember it."""
        if folder not in self._loaded:
            self._loaded[folder] = load_competition(folder)
        return self._loaded[folder]

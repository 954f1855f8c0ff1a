"""The registry: which competitions exist, and where their folders are. Folders are read when asked for."""

from __future__ import annotations

import difflib
import importlib
import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path

from mlebench.catalog.competition import Competition
from mlebench.catalog.folder import load_competition
from mlebench.errors import CatalogError, UnknownCompetition

BUILT_IN = Path(__file__).resolve().parent.parent / "competitions"
ENTRY_POINTS = "mlebench.competitions"
ENVIRONMENT = "MLEBENCH_COMPETITIONS_DIR"


class Registry:
    """Competitions of the built-in folders, of installed plug-ins, and of the user's own folders.

    A later source wins, so that a user can replace a built-in competition by one of the same name.
    """

    def __init__(self, extra_dirs: Iterable[Path] = ()) -> None:
        self._extra_dirs = [Path(folder) for folder in extra_dirs]
        self._loaded: dict[str, Competition] = {}

    @classmethod
    def default(cls, extra_dirs: Iterable[Path] = (), *, missing_ok: bool = False) -> Registry:
        """Built-in folders, those of MLEBENCH_COMPETITIONS_DIR, and the given ones."""
        listed = [Path(part) for part in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if part]
        dirs = [*listed, *(Path(folder) for folder in extra_dirs if Path(folder) not in listed)]
        return cls(folder for folder in dirs if folder.is_dir() or not missing_ok)

    @cached_property
    def folders(self) -> dict[str, Path]:
        """Folder by id, without reading any."""
        found: dict[str, Path] = {}
        for root in [BUILT_IN, *_plugin_dirs(), *self._extra_dirs]:
            if not root.is_dir():
                raise CatalogError(f"{root}: no such folder of competitions")
            found |= {path.parent.name: path.parent for path in root.glob("*/competition.yaml")}
        return dict(sorted(found.items()))

    def ids(self) -> list[str]:
        """All ids, sorted."""
        return list(self.folders)

    def get(self, competition_id: str) -> Competition:
        """Read one competition; a wrong name is answered with the nearest right ones."""
        if competition_id not in self._loaded:
            folder = self.folders.get(competition_id)
            if folder is None:
                near = difflib.get_close_matches(competition_id, self.ids(), n=3, cutoff=0.5)
                hint = f"Did you mean {' or '.join(near)}?" if near else "List them with: mlebench competitions"
                raise UnknownCompetition(f"There is no competition '{competition_id}'.", hint=hint)
            self._loaded[competition_id] = load_competition(folder)
        return self._loaded[competition_id]

    def __iter__(self) -> Iterator[Competition]:
        return (self.get(competition_id) for competition_id in self.ids())


def _plugin_dirs() -> Iterator[Path]:
    """Folders that installed packages announce: an entry point names a package that holds competition folders."""
    for point in entry_points(group=ENTRY_POINTS):
        package = importlib.import_module(point.module)
        yield from (Path(folder) for folder in package.__path__)

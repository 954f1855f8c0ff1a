"""Registries of things that lie in one folder each. Folders are read when asked for."""

from __future__ import annotations

import importlib
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import ClassVar, Generic, Self, TypeVar

from mlebench.errors import MlebenchError
from mlebench.names import did_you_mean
from mlebench.published_names import published

Thing = TypeVar("Thing")
__getattr__ = published(__name__)  # `from mlebench.registry import registry` is the published package's


class FolderRegistry(ABC, Generic[Thing]):
    """Things of the built-in folders, of installed plug-ins, and of the user's own folders.

    A later source wins, so that a user can replace a built-in thing by one of the same name.
    """

    kind: ClassVar[str]  # what one of them is called; `mlebench …s` lists them
    file: ClassVar[str]  # a folder with this file is one
    built_in: ClassVar[Path]
    environment: ClassVar[str]  # the variable that lists further folders
    plugins: ClassVar[str | None] = None  # the group of entry points, each a package that holds folders
    wrong_folder: ClassVar[type[MlebenchError]]
    unknown: ClassVar[type[MlebenchError]]

    def __init__(self, extra_dirs: Iterable[Path] = ()) -> None:
        self._extra_dirs = [Path(folder) for folder in extra_dirs]

    @classmethod
    def default(cls, extra_dirs: Iterable[Path] = (), *, missing_ok: bool = False) -> Self:
        """Built-in folders, those of the environment variable, and the given ones."""
        listed = [Path(part) for part in os.environ.get(cls.environment, "").split(os.pathsep) if part]
        dirs = [*listed, *(Path(folder) for folder in extra_dirs if Path(folder) not in listed)]
        return cls(folder for folder in dirs if folder.is_dir() or not missing_ok)

    @abstractmethod
    def load(self, folder: Path) -> Thing:
        """Read one folder."""

    @cached_property
    def folders(self) -> dict[str, Path]:
        """Folder by name, sorted, without reading any."""
        found: dict[str, Path] = {}
        for root in [self.built_in, *_plugin_dirs(self.plugins), *self._extra_dirs]:
            if not root.is_dir():
                raise self.wrong_folder(f"{root}: no such folder of {self.kind}s")
            found |= {path.parent.name: path.parent for path in root.glob(f"*/{self.file}")}
        return dict(sorted(found.items()))

    def get(self, name: str) -> Thing:
        """Read one of them; a wrong name is answered with the nearest right ones."""
        folder = self.folders.get(name)
        if folder is None:
            hint = did_you_mean(name, self.folders, f"List them with: mlebench {self.kind}s")
            raise self.unknown(f"There is no {self.kind} '{name}'.", hint=hint)
        return self.load(folder)

    def __iter__(self) -> Iterator[Thing]:
        return (self.get(name) for name in self.folders)


@cache  # looking through all that is installed takes long
def _plugin_dirs(group: str | None) -> list[Path]:
    points = entry_points(group=group) if group else ()
    return [Path(folder) for point in points for folder in importlib.import_module(point.module).__path__]

"""Placing whole folders that a table names: the studies, patients and trips of competitions with many files each."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from mlebench.data.place import place_all
from mlebench.errors import DataError


def place_folders(source: Path, names: Iterable[str], target: Path) -> None:
    """Place all files below the folders `names` of `source` at the same place below `target`."""
    files = [path for name in names for path in files_below(source / name)]
    place_all(((path, target / path.relative_to(source)) for path in files), f"placing {target.name}")


def files_below(folder: Path) -> list[Path]:
    """All files below a folder, in the order of their paths; a folder that does not exist is an error."""
    if not folder.is_dir():
        raise DataError(f"The raw data has no folder {folder}.")
    return sorted(Path(parent, name) for parent, _, names in os.walk(folder) for name in names)

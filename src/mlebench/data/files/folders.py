"""Placing whole folders: the studies, patients and drives of competitions with many files each."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path

from mlebench.data.files.place import place_between
from mlebench.data.progress import in_threads, track
from mlebench.errors import DataError


def place_folders(source: Path, names: Iterable[str], target: Path, *, without: Collection[str] = ()) -> None:
    """Place the folders `names` of `source` in `target`, but for files called as in `without`."""
    names = list(names)

    def one(name: str) -> None:
        place_folder(source / name, target / name, without=without)

    for _ in track(in_threads(one, names), f"placing {target.name}", len(names)):
        pass


def place_folder(source: Path, target: Path, *, without: Collection[str] = ()) -> None:
    """Place all below a folder, empty folders too, but for files called as in `without`."""
    if not source.is_dir():
        raise DataError(f"The raw data has no folder {source}.")
    for parent, _, files in os.walk(source):
        folder = target / Path(parent).relative_to(source)
        folder.mkdir(parents=True, exist_ok=True)
        place_between(parent, folder, ((name, name) for name in files if name not in without))

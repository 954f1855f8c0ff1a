"""The public files where no path leads back: a folder's own path stands in the sandbox's list of mounts."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from mlebench.runs.linked_public import FOLDER, linked_public
from mlebench.runs.obfuscation.disguise import Disguise
from mlebench.runs.obfuscation.names import telling_names

__all__ = ["FOLDER", "disguised_public"]


def disguised_public(
    public: Path, disguise: Disguise, data_dir: Path, otherwise: Path, undo: ExitStack
) -> tuple[Path, list[str]]:
    """A folder with the files of `public` and the other description, and the names in it that could not be hidden."""
    folder = linked_public(public, disguise.description, data_dir, otherwise, undo, disguise.text)
    return folder, telling_names(folder, disguise)

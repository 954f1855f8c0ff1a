"""The public files of a run with another description: the folder that its sandbox shows as its data.

Every file is a hard link, so the copy takes no space; where the file system cannot link, blocks or bytes are copied.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from mlebench.data.files.place import place_all
from mlebench.scratch import Scratch, remove_leftovers

FOLDER = ".obfuscated"  # in the data folder, as hard links do not reach beyond a file system
_DESCRIPTION = "description.md"


def linked_public(
    public: Path,
    description: str,
    data_dir: Path,
    otherwise: Path,
    undo: ExitStack,
    rename: Callable[[str], str] = lambda name: name,
) -> Path:
    """A folder with the files of `public`, under other names where `rename` says so, and this description.

    It lasts as long as `undo`. In `otherwise` where the data folder cannot be written to.
    """
    folder = undo.enter_context(_scratch(data_dir / FOLDER, otherwise)) / "public"
    pairs = []
    for place, _, files in os.walk(public):
        inner = os.path.relpath(place, public)
        target = folder / rename(inner)
        target.mkdir(parents=True, exist_ok=True)
        shutil.copymode(place, target)  # under root the agent is another user, whom the harness's umask may shut out
        pairs += [
            (f"{place}/{name}", f"{target}/{rename(name)}")
            for name in files
            if (inner, name) != (os.curdir, _DESCRIPTION)
        ]
    place_all(pairs, "linking public files")
    (folder / _DESCRIPTION).write_text(description, encoding="utf-8")
    shutil.copymode(public / _DESCRIPTION, folder / _DESCRIPTION)
    return folder


def _scratch(place: Path, otherwise: Path) -> Scratch:
    with suppress(OSError):
        place.mkdir(exist_ok=True)
    for folder in (place, otherwise):
        remove_leftovers("data", within=folder)
    try:
        return Scratch("data", within=place)
    except OSError:
        return Scratch("data", within=otherwise)

"""The public files where no path leads back: a folder's own path stands in the sandbox's list of mounts.

Every file is a hard link, so the copy takes no space; where the file system cannot link, blocks or bytes are copied.
"""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack, suppress
from pathlib import Path

from mlebench.data.files.place import place_all
from mlebench.runs.obfuscation.disguise import Disguise
from mlebench.runs.obfuscation.names import telling_names
from mlebench.scratch import Scratch, remove_leftovers

FOLDER = ".obfuscated"  # in the data folder, as hard links do not reach beyond a file system
_DESCRIPTION = "description.md"


def disguised_public(
    public: Path, disguise: Disguise, data_dir: Path, otherwise: Path, undo: ExitStack
) -> tuple[Path, list[str]]:
    """A folder with the files of `public` and the other description, and the names in it that could not be hidden.

    It lasts as long as `undo`. In `otherwise` where the data folder cannot be written to.
    """
    folder = undo.enter_context(_scratch(data_dir / FOLDER, otherwise)) / "public"
    pairs = []
    for place, _, files in os.walk(public):
        inner = os.path.relpath(place, public)
        target = folder / disguise.text(inner)
        target.mkdir(parents=True, exist_ok=True)
        shutil.copymode(place, target)  # under root the agent is another user, whom the harness's umask may shut out
        pairs += [
            (f"{place}/{name}", f"{target}/{disguise.text(name)}")
            for name in files
            if (inner, name) != (os.curdir, _DESCRIPTION)
        ]
    place_all(pairs, "linking public files")
    (folder / _DESCRIPTION).write_text(disguise.description, encoding="utf-8")
    shutil.copymode(public / _DESCRIPTION, folder / _DESCRIPTION)
    return folder, telling_names(folder, disguise)


def _scratch(place: Path, otherwise: Path) -> Scratch:
    with suppress(OSError):
        place.mkdir(exist_ok=True)
    for folder in (place, otherwise):
        remove_leftovers("data", within=folder)
    try:
        return Scratch("data", within=place)
    except OSError:
        return Scratch("data", within=otherwise)

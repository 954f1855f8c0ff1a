"""`mlebench new`: a competition folder from the template, complete and passing its lint.

It has no leaderboard: medals that nobody could have won would be worse than none.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from mlebench.catalog.folder import FILES
from mlebench.catalog.registry import Registry
from mlebench.errors import MlebenchError, WrongUsage

RAW = "raw"  # where the data source `local` looks
TEMPLATE = Path(__file__).parent / "template"


def create_competition(slug: str, parent: Path) -> Path:
    """Write the files into `parent/slug`, and an empty folder for the raw data."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*", slug):
        raise WrongUsage(f"'{slug}' is no id: use letters, digits and hyphens, as in my-first-task.")
    folder = parent / slug
    if folder.exists():
        raise MlebenchError(f"{folder} exists already.", hint="Choose another name or --dir.")
    try:
        folder.mkdir(parents=True)
        _write(folder, slug)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)  # half a competition is none
        raise MlebenchError(f"{folder}: cannot be written ({error.strerror}).") from error
    return folder


def _write(folder: Path, slug: str) -> None:
    name = slug.replace("-", " ").capitalize()
    for file in FILES:
        text = (TEMPLATE / file).read_text(encoding="utf-8")
        # Only the two texts hold a placeholder; code keeps its braces.
        text = text.replace("{name}", name) if file in ("competition.yaml", "description.md") else text
        (folder / file).write_text(text, encoding="utf-8")
    (folder / RAW).mkdir()


def require_free_id(slug: str, registry: Registry) -> None:
    """Refuse an id that a competition has already: the new folder would replace it wherever both are known."""
    taken = {name.casefold(): folder for name, folder in registry.folders.items()}.get(slug.casefold())
    if taken is not None:
        raise MlebenchError(f"There is a competition '{taken.name}' already, in {taken}.", hint="Choose another id.")

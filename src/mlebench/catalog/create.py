"""`mlebench new`: a competition folder from the template, complete and passing its lint."""

from __future__ import annotations

import re
from pathlib import Path

from mlebench.catalog.folder import FILES
from mlebench.errors import MlebenchError, WrongUsage

TEMPLATE = Path(__file__).parent / "template"


def create_competition(slug: str, parent: Path) -> Path:
    """Write the six files into `parent/slug`."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*", slug):
        raise WrongUsage(f"'{slug}' is no id: use letters, digits and hyphens, as in my-first-task.")
    folder = parent / slug
    if folder.exists():
        raise MlebenchError(f"{folder} exists already.", hint="Choose another name or --dir.")
    folder.mkdir(parents=True)
    name = slug.replace("-", " ").capitalize()
    for file in FILES:
        text = (TEMPLATE / file).read_text(encoding="utf-8")
        # Only the two texts hold a placeholder; code keeps its braces.
        text = text.replace("{name}", name) if file in ("competition.yaml", "description.md") else text
        (folder / file).write_text(text, encoding="utf-8")
    return folder

"""Sphinx extension: `<!-- generated: NAME … -->` on a line of its own becomes Markdown made from the code.

A comment, so that the page reads well where Markdown is shown as it is.
"""

from __future__ import annotations

import re
from typing import Any

from generated.agents import agents
from generated.commands import commands
from generated.competitions import competitions, counts
from generated.fields import fields
from generated.versions import remaining, versions

GENERATORS = {
    "agents": agents,
    "commands": commands,
    "competitions": competitions,
    "counts": counts,
    "fields": fields,
    "remaining": remaining,
    "versions": versions,
}
PLACE = re.compile(r"^<!-- generated: (.+?) -->$", re.MULTILINE)
MARKS = re.compile(r"`([^`]+)`|[|*\\]")  # code, or a sign that would mean something to Sphinx


def fill(page: str) -> str:
    """The page with its generated parts."""
    return PLACE.sub(lambda found: _generate(*found[1].split()), page)


def _generate(name: str, *arguments: str) -> str:
    return GENERATORS[name](*arguments)


def _as_restructured(app: Any, what: str, name: str, item: Any, options: Any, lines: list[str]) -> None:
    """Docstrings write code as Markdown does, with single backticks; Sphinx reads them as reStructuredText."""
    lines[:] = restructured(lines)


def restructured(lines: list[str]) -> list[str]:
    """The same text for Sphinx; examples stay as they are."""
    found, in_example = [], False
    for line in lines:
        in_example = bool(line.strip()) and (in_example or line.lstrip().startswith(">>> "))
        found.append(line if in_example else MARKS.sub(_mark, line))
    return found


def _mark(found: re.Match[str]) -> str:
    return f"``{found[1]}``" if found[1] else f"\\{found[0]}"


def _fill_source(app: Any, name: str, source: list[str]) -> None:
    source[0] = fill(source[0])


def setup(app: Any) -> dict[str, bool]:
    """Register."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("source-read", _fill_source)
    app.connect("autodoc-process-docstring", _as_restructured)
    return {"parallel_read_safe": True}

"""Report formats by name. A format is a function from results to a text; installed packages may add others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from mlebench.plugins import Plugin, PluginTable
from mlebench.results.run import Results

FORMATS = PluginTable(
    "report format",
    "mlebench.report_formats",
    {
        "table": Plugin("mlebench.results.terminal", "as_text", about="for a terminal"),
        "json": Plugin("mlebench.results.export", "to_json", about="figures and every run, for machines"),
        "csv": Plugin("mlebench.results.export", "to_csv", about="one line per run, or per row of --by"),
        "markdown": Plugin("mlebench.results.export", "to_markdown", about="tables for a README"),
        "html": Plugin("mlebench.results.page", "render_page", about="a page that needs nothing else"),
    },
)


def render(results: Results, name: str) -> str:
    """Results in the format of this name."""
    return cast("Callable[[Results], str]", FORMATS.load(name))(results)


def format_for(path: Path) -> str:
    """The format that a file's name asks for; a page where it asks for none."""
    ending = path.suffix.removeprefix(".").lower()
    ending = "markdown" if ending == "md" else ending
    return ending if ending in FORMATS.names() else "html"

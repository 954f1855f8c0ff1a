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


# What `--by hour` can be shown in.
HOURLY = PluginTable(
    "format of figures by hour",
    "mlebench.hourly_report_formats",
    {
        "table": Plugin("mlebench.results.hourly", "as_text", about="for a terminal"),
        "json": Plugin("mlebench.results.hourly", "to_json", about="for machines"),
        "csv": Plugin("mlebench.results.hourly", "to_csv", about="one line per hour"),
        "markdown": Plugin("mlebench.results.hourly", "to_markdown", about="a table for a README"),
        "html": Plugin("mlebench.results.hourly", "to_html", about="a page with the chart and the table"),
        "svg": Plugin("mlebench.results.hourly", "to_svg", about="the chart"),
    },
)


def formats_of(by: str | None) -> PluginTable:
    """The formats for rows of this kind."""
    return HOURLY if by == "hour" else FORMATS


def render(results: Results, name: str) -> str:
    """Results in the format of this name."""
    return cast("Callable[[Results], str]", formats_of(results.by).load(name))(results)


def format_for(path: Path, by: str | None = None) -> str:
    """The format that a file's name asks for; a page where it asks for none."""
    ending = path.suffix.removeprefix(".").lower()
    ending = "markdown" if ending == "md" else ending
    return ending if ending in formats_of(by).names() else "html"

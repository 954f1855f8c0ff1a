"""The formats of `report --by hour`."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from mlebench.console import new_console
from mlebench.results.chart import svg
from mlebench.results.columns import interval, percent, share
from mlebench.results.run import Results
from mlebench.results.scaling import Curve, Point, scaling

_HEADINGS = ("agent", "split", "hours", "medal %", "95 % interval", "medals")


def as_text(results: Results) -> str:
    """For a terminal: a table with a line for each hour."""
    from rich.markup import escape
    from rich.table import Table

    found = scaling(results)
    table = Table(box=None, pad_edge=False)
    for heading in _HEADINGS:
        table.add_column(heading, justify="left" if heading in ("agent", "split") else "right", overflow="fold")
    for cells in _rows(found.curves):
        table.add_row(*map(escape, cells))
    console = new_console()
    with console.capture() as captured:
        console.print(table)
        for note in found.notes:
            console.print(note, style="yellow", markup=False, highlight=False, soft_wrap=True)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def to_markdown(results: Results) -> str:
    """For a README."""
    from mlebench.results.export import markdown_line, plain_markdown

    found = scaling(results)
    lines = [markdown_line(_HEADINGS), markdown_line(["---", "---", *["---:"] * 4], plain=False)]
    lines += [markdown_line(cells) for cells in _rows(found.curves)]
    return "\n".join([*lines, "", *(f"- {plain_markdown(note)}" for note in found.notes)]).rstrip() + "\n"


def to_json(results: Results) -> str:
    """For machines."""
    found = scaling(results)
    curves = [
        {
            "agent": curve.agent,
            "split": curve.split,
            "competitions": curve.competitions,
            "seeds": curve.seeds,
            "headline": curve.is_headline,
            "points": [_point(point) for point in curve.points],
        }
        for curve in found.curves
    ]
    return json.dumps({"by": "hour", "curves": curves, "notes": found.notes}, indent=2)


def to_csv(results: Results) -> str:
    """One line for each agent, split and hour."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["agent", "split", "hours", "mean", "standard_error", "n", "low", "high", "count", "of"])
    for curve in scaling(results).curves:
        for point in curve.points:
            between = point.interval or (None, None)
            table.writerow([curve.agent, curve.split, point.hours, *point.any_medal, *between, *point.medals])
    return text.getvalue()


def to_svg(results: Results) -> str:
    """The chart alone."""
    return svg(scaling(results))


def to_html(results: Results) -> str:
    """The chart and its table, as a page that needs nothing else."""
    from mlebench.results.page import new_environment

    found = scaling(results)
    template = new_environment().get_template("scaling.html.j2")
    page = template.render(chart=svg(found), headings=_HEADINGS, rows=_rows(found.curves), notes=found.notes)
    return page.rstrip() + "\n"


def _rows(curves: list[Curve]) -> list[list[str]]:
    return [
        [
            *(curve.agent, curve.split, f"{point.hours:.3g}"),
            *(percent(point.any_medal), interval(point.interval), share(point.medals)),
        ]
        for curve in curves
        for point in curve.points
    ]


def _point(point: Point) -> dict[str, Any]:
    mean, error, n = point.any_medal
    figures = {"mean": mean, "standard_error": error, "n": n, "interval": point.interval and list(point.interval)}
    return {"hours": point.hours, "any_medal_percent": {**figures, "count": point.medals.part, "of": point.medals.of}}

"""mlebench competitions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mlebench.cli import options
from mlebench.cli.tables import printable, show_table

if TYPE_CHECKING:
    from mlebench.catalog import Competition
    from mlebench.catalog.listed import Listed
    from mlebench.data.layout import DataLayout

_MEDALS = ("gold", "silver", "bronze")
_TEXT_WIDTH = 120  # of paragraphs; tables may be wider


@click.group(
    name="competitions",
    invoke_without_command=True,
    epilog="""\b
Examples:
  mlebench competitions --split lite --prepared
  mlebench competitions --category tabular --json
  mlebench competitions show spooky-author-identification""",
)
@options.option("--split", metavar="NAME", help="Only this split (or a text file of ids).")
@options.option("--category", help="Only categories that contain this text.")
@options.option("--prepared/--not-prepared", default=None, help="Only those that are prepared, or that are not.")
@options.data_dir
@options.competitions_dir
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    split: str | None,
    category: str | None,
    prepared: bool | None,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    as_json: bool,
) -> None:
    """List competitions, or show one of them."""
    if ctx.invoked_subcommand:
        return
    from mlebench.catalog import split_ids
    from mlebench.data.layout import DataLayout

    registry = options.open_registry(competitions_dir)
    root = options.resolve_data_dir(data_dir)
    chosen = registry.listed()
    if split:
        by_id = {c.id: c for c in chosen}
        chosen = [by_id[i] for i in split_ids(split, registry)]
    if category:
        chosen = [c for c in chosen if category.lower() in c.category.lower()]
    layouts = {c.id: DataLayout(root, c.id) for c in chosen}  # of v1: models would take longer than the list
    if prepared is not None:
        chosen = [c for c in chosen if layouts[c.id].is_prepared() == prepared]
    if as_json:
        _print_json([_facts(registry.get(c.id), layouts[c.id]) for c in chosen])
    else:
        _print_table(chosen, {c.id: _kind(layouts[c.id]) for c in chosen})


@command.command(
    epilog="""\b
Examples:
  mlebench competitions show spooky-author-identification
  mlebench competitions show random-acts-of-pizza --benchmark v2 --json
  mlebench competitions show random-acts-of-pizza --croissant > random-acts-of-pizza.json"""
)
@click.argument("competition_id")
@options.benchmark
@options.data_dir
@options.competitions_dir
@options.as_json
@options.option(
    "--croissant",
    "as_croissant",
    is_flag=True,
    help="Print metadata in the form Croissant 1.0, for catalogues of data sets; no data is in it.",
)
def show(
    competition_id: str,
    benchmark: str,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    as_json: bool,
    as_croissant: bool,
) -> None:
    """Everything that is known of one competition, faults included, and what version 2 of the benchmark changes."""
    from mlebench.data.layout import DataLayout

    registry, root = options.open_registry(competitions_dir, benchmark), options.resolve_data_dir(data_dir)
    competition = registry.get(competition_id)
    if as_json and as_croissant:
        raise click.UsageError("--json and --croissant cannot be used together.")
    if as_croissant:
        from mlebench.catalog.croissant import croissant

        _print_json(croissant(competition))
    elif as_json:
        layout = DataLayout.of(competition, root)
        _print_json(_facts(competition, layout) | {"description": competition.description})
    else:
        _print_details(competition, [registry.under(version).get(competition_id) for version in ("v1", "v2")], root)


def _facts(competition: Competition, layout: DataLayout) -> dict[str, Any]:
    return competition.model_dump(mode="json") | {"prepared": layout.is_prepared(), "data": _kind(layout)}


def _kind(layout: DataLayout) -> str | None:
    """The kind of the prepared data; null where none is prepared."""
    if not layout.public.is_dir():  # who reads manifests is slow to import
        return None
    from mlebench.data.manifest import kind_of
    from mlebench.errors import DamagedData

    try:
        return kind_of(layout)
    except DamagedData:
        return "damaged"


def _print_json(content: Any) -> None:
    import json

    click.echo(json.dumps(content, indent=2, ensure_ascii=False))


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.6g}"


def _size(competition: Competition | Listed) -> str:
    gigabytes = competition.archive_gb
    if gigabytes is None:
        return "–"
    return f"{gigabytes:.1f} GB" if gigabytes >= 0.1 else f"{gigabytes * 1000:.0f} MB"


def _print_table(competitions: list[Listed], data: dict[str, str | None]) -> None:
    numbers = ("size", "gold", "silver", "bronze")
    rows = []
    for c in competitions:
        arrow = "↓" if c.lower_is_better else "↑"
        thresholds = (_number(value) for value in (c.gold, c.silver, c.bronze))
        rows.append((c.id, c.complexity, c.category, f"{c.metric} {arrow}", _size(c), *thresholds, data[c.id] or ""))
    show_table(
        rows, ("competition", "complexity", "category", "metric", *numbers, "prepared"), right=numbers, least=(24,)
    )
    click.secho(f"{len(competitions)} competitions. Details: mlebench competitions show ID", dim=True)


def _leaderboard(competition: Competition) -> dict[str, str]:
    places = competition.leaderboard
    if places is None:
        return {"leaderboard": "none: no medals, no percentile"}
    who = "models" if places.kind == "model" else "teams"
    return {
        "medals": ", ".join(f"{name} {_number(getattr(places, name))}" for name in _MEDALS),
        "leaderboard": f"{places.teams or 'unknown number of'} {who}, median {_number(places.median)}; {places.source}",
    }


def _print_details(competition: Competition, versions: list[Competition], root: Path) -> None:
    """What both versions have in common once, and what they differ in side by side."""
    from rich.markdown import Markdown
    from rich.table import Table
    from rich.text import Text

    from mlebench.console import new_console

    c, console = competition, new_console()
    shown = [_details(each, root) for each in versions]
    table = Table(box=None, show_header=c.v2 is not None, pad_edge=False)
    for title in ("", "v1", "v2") if c.v2 is not None else ("", ""):
        table.add_column(Text(title, "bold"))
    console.print(Text(printable(c.name), "bold"))
    for name, value in shown[0].items():
        values = [value, shown[1][name]] if c.v2 is not None and shown[1][name] != value else [value]
        table.add_row(Text(name, "dim"), *(Text(printable(each)) for each in values))
    console.print(table)
    for each in versions if c.v2 is not None else versions[:1]:
        if each.known_issues:
            console.print(f"\n[bold]Known issues of {each.benchmark}[/bold]")
            _print_pairs([(issue.kind, issue.note) for issue in each.known_issues])
    if c.v2 is not None:
        console.print("\n[bold]What v2 changes[/bold]")
        _print_pairs([(f"{change.difficulty} task", f"{change.fault} {change.repair}") for change in c.v2.changes])
    console.print()
    console.print(Markdown(printable(c.description)), width=min(console.width, _TEXT_WIDTH))


def _details(c: Competition, root: Path) -> dict[str, str]:
    from mlebench.data.layout import DataLayout

    layout = DataLayout.of(c, root)
    kind = _kind(layout)
    direction = "lower is better" if c.metric.lower_is_better else "higher is better"
    wanted = f"mlebench prepare -c {c.id}" + ("" if layout.benchmark == "v1" else f" --benchmark {layout.benchmark}")
    return {
        "id": c.id,
        "complexity": c.complexity + (", systemcard30" if c.systemcard30 else ""),
        "category": c.category,
        "metric": f"{c.metric.name} ({direction})",
        **_leaderboard(c),
        "sample": f"scores {_number(c.sample_score)} on the real data" if c.sample_score is not None else "–",
        "download": _size(c),
        "data": c.licence or c.url or c.source,
        "prepared": f"{layout.prepared} ({kind} data)" if kind else f"no; {wanted}",
    }


def _print_pairs(pairs: list[tuple[str, str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    from mlebench.console import new_console

    table = Table(box=None, show_header=False, pad_edge=False)
    for kind, note in pairs:
        table.add_row(Text(kind, "yellow"), Text(printable(note)))
    new_console().print(table)

"""mlebench leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import options, run_options

if TYPE_CHECKING:
    from mlebench.catalog import Registry
    from mlebench.standings import Row

_SPLITS = ("all", "low", "medium", "high", "starter")  # without importing what knows them
_SHOWN = ("rank", "agent", "models", "any medal %", "hours", "feedback", "verified", "date", "status")


@click.group(
    name="leaderboard",
    invoke_without_command=True,
    epilog="""\b
Examples:
  mlebench leaderboard
  mlebench leaderboard --with latest --with results.zip --split low
  mlebench leaderboard row latest
  mlebench leaderboard site bundles --output site
\b
Published rows are the benchmark's table in its last state (April 2026) and what authors reported since, as its status
says. Who used scores of the test set has no rank.""",
)
@options.option("--split", type=click.Choice(_SPLITS), default="all", show_default=True, help="What to rank by.")
@options.option(
    "--with",
    "sources",
    multiple=True,
    metavar="SOURCE",
    help="Results of yours: a group, a report, a bundle; repeatable.",
)
@options.option("--own-only", is_flag=True, help="Without the published rows.")
@options.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "csv", "json"]),
    default="table",
    show_default=True,
    help="How it is printed.",
)
@run_options.runs_dir
@options.data_dir
@options.competitions_dir
@click.pass_context
def command(
    context: click.Context,
    split: str,
    sources: tuple[str, ...],
    own_only: bool,
    form: str,
    runs_dir: Path,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
) -> None:
    """Published results, with your groups and bundles among them."""
    if context.invoked_subcommand is not None:
        return
    from mlebench.standings import published_rows, ranked
    from mlebench.standings import text as write

    registry = options.open_registry(competitions_dir)
    rows = [row for source in sources for row in _rows(source, registry, runs_dir, options.resolve_data_dir(data_dir))]
    found = ranked([*rows, *([] if own_only else published_rows())], split)
    if not found:
        raise click.UsageError(
            f"There is no row for the split '{split}'. Name results with --with, or another --split."
        )
    if form == "table":
        _show(found, split)
    else:
        click.echo({"markdown": write.as_markdown, "csv": write.as_csv, "json": write.as_json}[form](found))


def _rows(source: str, registry: Registry, runs_dir: Path, data_dir: Path) -> list[Row]:
    from mlebench.results import find_sources, load_results
    from mlebench.standings import rows_of_bundle, rows_of_results

    if source.endswith(".zip"):
        if not Path(source).is_file():
            raise click.UsageError(f"There is no bundle {source}.")
        return rows_of_bundle(Path(source), registry, data_dir, regrade=False)[0]
    return rows_of_results(load_results(find_sources(source, runs_dir), registry), registry)


def _show(rows: list[tuple[int | None, Row]], split: str) -> None:
    from mlebench.cli.tables import show_table
    from mlebench.standings.text import cells

    words = [cells(rank, row, [split]) for rank, row in rows]
    shown = [(*w[:5], w[7], w[11], w[12], w[13]) for w in words]
    show_table(shown, _SHOWN, right=("rank", "any medal %", "hours"))
    click.echo(f"Ranked by any medal in '{split}'. All columns: --format csv, markdown or json.", err=True)


@command.command(
    name="row",
    epilog="""\b
Example:
  mlebench leaderboard row latest >> LEADERBOARD.md""",
)
@click.argument("source")
@run_options.runs_dir
@options.data_dir
@options.competitions_dir
def row(source: str, runs_dir: Path, data_dir: Path | None, competitions_dir: tuple[Path, ...]) -> None:
    """Print a ready Markdown row for each agent of a group, report or bundle."""
    from mlebench.standings.text import markdown_row

    registry = options.open_registry(competitions_dir)
    for each in _rows(source, registry, runs_dir, options.resolve_data_dir(data_dir)):
        click.echo(markdown_row(each))


@command.command(
    name="site",
    epilog="""\b
Example:
  mlebench leaderboard site bundles --output site
  python -m http.server --directory site""",
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@options.option("--output", type=options.folder, default=Path("site"), show_default=True, help="Where the site goes.")
@options.option("--own-only", is_flag=True, help="Without the published rows.")
@options.option("--regrade", is_flag=True, help="Grade the submissions again where their data is prepared.")
@options.data_dir
@options.competitions_dir
def site(
    folder: Path, output: Path, own_only: bool, regrade: bool, data_dir: Path | None, competitions_dir: tuple[Path, ...]
) -> None:
    """Make a static site of a folder of bundles, with a page for each, ready for any static host.

    Exit code 1: a bundle was not taken; the site says why.
    """
    from mlebench.logs import one_line
    from mlebench.standings import write_site

    options.require_writable(output)
    refused = write_site(
        folder,
        output,
        options.open_registry(competitions_dir),
        options.resolve_data_dir(data_dir),
        published=not own_only,
        regrade=regrade,
        on_bundle=lambda name: click.echo(f"looking at {one_line(name)}", err=True),
    )
    click.echo(f"The site: {output / 'index.html'}")
    for text in refused:
        click.secho(f"Not taken: {one_line(text)}", fg="red", err=True)
    if refused:
        raise SystemExit(1)


@command.command(
    name="new",
    epilog="""\b
Example:
  mlebench leaderboard new my-board""",
)
@click.argument("folder", type=options.folder)
def new(folder: Path) -> None:
    """Make a folder for an open leaderboard: entries by pull request, each verified by a workflow."""
    from mlebench.standings.site import new_board

    for path in new_board(folder):
        click.echo(f"Wrote {path}")

"""mlebench report."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options, run_options


@click.command(
    name="report",
    epilog="""\b
Examples:
  mlebench report latest
  mlebench report latest --output report.html
  mlebench report latest --format csv --output runs.csv
  mlebench report runs/2026-01-02T03-04-05-UTC_run-group_baseline other_grading_report.json --json""",
)
@click.argument("groups", nargs=-1, required=True, metavar="GROUP…")
@options.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@options.option(
    "--format",
    "format_name",
    metavar="NAME",
    help="table, json, csv, html, or one that an installed package adds.  "
    "[default: table; with --output by the file's name, else html]",
)
@run_options.runs_dir
@options.competitions_dir
@options.as_json
def command(
    groups: tuple[str, ...],
    output: Path | None,
    format_name: str | None,
    runs_dir: Path,
    competitions_dir: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Results of run groups as a table, as a page that needs nothing else, or in another format.

    GROUP is a group's folder, its name, 'latest', or the JSON file of a grading report.
    """
    from mlebench.results import load_results
    from mlebench.results.formats import FORMATS, format_for, render

    printed = "json" if as_json else format_name or "table"
    written = (format_name or format_for(output)) if output is not None else None
    FORMATS.load(written or printed)  # a wrong name is told before anything is read
    results = load_results([find(name, runs_dir) for name in groups], options.open_registry(competitions_dir))
    if printed != "table" or output is not None:  # the table says it itself
        options.warn_of_data((run.competition_id, run.data) for run in results.runs)
    if output is not None and written is not None:
        write_report(render(results, written), output)
        click.echo(f"{'Page' if written == 'html' else 'Report'}: {output.absolute()}", err=as_json)
    if as_json or output is None:
        click.echo(render(results, printed).rstrip("\n"))


def find(name: str, runs_dir: Path) -> Path:
    """A grading report or a group's folder."""
    from mlebench.runs import RunGroup

    return Path(name) if Path(name).is_file() else RunGroup.find(name, runs_dir).folder


def write_report(text: str, output: Path) -> None:
    """Write, with one message where that is not possible."""
    from mlebench.errors import MlebenchError

    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(click.unstyle(text), encoding="utf-8")
    except OSError as error:
        raise MlebenchError(f"The report cannot be written to {output}: {error.strerror}") from error

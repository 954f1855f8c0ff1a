"""mlebench report."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options, sources


@click.command(
    name="report",
    epilog="""\b
Examples:
  mlebench report latest
  mlebench report latest --output report.html
  mlebench report runs --by category --format markdown
  mlebench report mine=seed0.json,seed1.json,seed2.json theirs=a.json,b.json --by agent
  mlebench report published/runs --agent their-experiment --complete-seeds
  mlebench report latest --format csv --output runs.csv
  mlebench report runs/one-group runs/another-group --by hour --output curves.svg
  mlebench report runs --figures figures --export-csv runs.csv
  mlebench report runs/2026-01-02T03-04-05-UTC_run-group_baseline other_grading_report.json --json""",
)
@sources.sources
@options.option(
    "--by",
    type=click.Choice(sources.GROUPINGS),
    help="Rows for each of these; hour: the any-medal percentage over time, from snapshots.",
)
@options.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to this file; a table is printed all the same.",
)
@options.option(
    "--format",
    "format_name",
    metavar="NAME",
    help="table, json, csv, markdown, html, svg (with --by hour), or one that an installed package adds.  "
    "[default: table; with --output by the file's name, else html]",
)
@options.option(
    "--figures",
    type=options.folder,
    help="Write figures for papers into this folder, as PNG and SVG (needs the part 'figures').",
)
@options.option(
    "--export-csv",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a CSV file with a line for each run, beside whatever else is asked for.",
)
@options.as_json
def command(
    asked: sources.Asked,
    by: str | None,
    output: Path | None,
    format_name: str | None,
    figures: Path | None,
    export_csv: Path | None,
    as_json: bool,
) -> None:
    """Results as a table, as a page that needs nothing else, or in another format.

    SOURCE is a run group (its folder, its name, or 'latest'), a folder of groups, the JSON file of a grading report,
    a log of Inspect, NAME=FILE,FILE,… for the seeds of one agent, or the published layout: a CSV table of experiment_id
    and run_group (or the folder that holds it) with a grading report for each run group.

    Within each split of which a source has any competition, missing runs count as failures. What stands after ± is the
    standard error over seeds; the 95 % interval is of competitions and seeds, by a bootstrap.
    """
    from dataclasses import replace

    from mlebench.results.formats import format_for, formats_of, render

    printed = "json" if as_json else format_name or "table"
    written = (format_name or format_for(output, by)) if output is not None else None
    formats_of(by).load(written or printed)  # a wrong name is told before anything is read
    if output is not None and not as_json:
        printed = "table"
    # Hours are those of groups: two of one agent are two curves.
    results = replace(
        asked.load_apart() if by == "hour" else asked.load(), by=by, page=output.absolute() if output else None
    )
    if printed != "table":  # the table says it itself
        options.warn_of_data((run.competition_id, run.data) for run in results.runs)
    if output is not None and written is not None:
        write_report(render(results, written), output)
    if export_csv is not None:
        write_report(render(replace(results, by=None), "csv"), export_csv)
    drawn = []
    if figures is not None:
        from mlebench.results.figures import write_figures

        drawn = write_figures(results, figures)
    click.echo(render(results, printed).rstrip("\n"))
    for path in drawn:
        click.echo(f"Figure: {path.absolute()}", err=as_json)
    if export_csv is not None:
        click.echo(f"Runs: {export_csv.absolute()}", err=as_json)
    if output is not None:
        click.echo(f"{'Page' if written == 'html' else 'Report'}: {output.absolute()}", err=as_json)


def write_report(text: str, output: Path) -> None:
    """Write, with one message where that is not possible."""
    from mlebench.errors import MlebenchError

    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(click.unstyle(text), encoding="utf-8")
    except OSError as error:
        raise MlebenchError(f"The report cannot be written to {output}: {error.strerror}") from error

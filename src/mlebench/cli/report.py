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
  mlebench report runs/2026-01-02T03-04-05-UTC_run-group_baseline other_grading_report.json --json""",
)
@click.argument("groups", nargs=-1, required=True, metavar="GROUP…")
@options.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write a page (HTML).")
@run_options.runs_dir
@options.competitions_dir
@options.as_json
def command(
    groups: tuple[str, ...],
    output: Path | None,
    runs_dir: Path,
    competitions_dir: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Results of run groups as a table, as JSON, and as a page that needs nothing else.

    GROUP is a group's folder, its name, 'latest', or the JSON file of a grading report.
    """
    from mlebench.results import load_results

    results = load_results([find(name, runs_dir) for name in groups], options.open_registry(competitions_dir))
    if as_json or output is not None:  # the table says it itself
        options.warn_of_data((run.competition_id, run.data) for run in results.runs)
    if output is not None:
        write_page(results, output)
        click.echo(f"Page: {output.absolute()}", err=as_json)
    if as_json:
        from mlebench.results.export import to_json

        click.echo(to_json(results))
    elif output is None:
        from mlebench.results.terminal import print_table

        print_table(results)


def find(name: str, runs_dir: Path) -> Path:
    """A grading report or a group's folder."""
    from mlebench.runs import RunGroup

    return Path(name) if Path(name).is_file() else RunGroup.find(name, runs_dir).folder


def write_page(results: object, output: Path) -> None:
    """Render and write, with one message where that is not possible."""
    from mlebench.errors import MlebenchError
    from mlebench.results import Results
    from mlebench.results.page import render_page

    assert isinstance(results, Results)
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(render_page(results), encoding="utf-8")
    except OSError as error:
        raise MlebenchError(f"The page cannot be written to {output}: {error}") from error

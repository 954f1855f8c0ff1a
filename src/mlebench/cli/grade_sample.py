"""mlebench grade-sample."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options
from mlebench.cli.tables import printable


@click.command(
    name="grade-sample",
    epilog="""\b
Example:
  mlebench grade-sample submission.csv spooky-author-identification""",
)
@click.argument("submission", type=click.Path(path_type=Path))
@click.argument("competition_id")
@options.benchmark
@options.data_dir
@options.competitions_dir
@options.leaderboards
@options.miniature_medals
def command(
    submission: Path,
    competition_id: str,
    benchmark: str,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    leaderboards: Path | None,
    miniature_medals: bool,
) -> None:
    """Grade one submission and print its report as JSON. Exit code 1 where it has no score."""
    from mlebench.grading.grade import grade_submission

    registry = options.open_registry(competitions_dir, benchmark)
    competition = options.read_leaderboards(leaderboards, registry, [competition_id]).get(competition_id)
    data = options.resolve_data_dir(data_dir)
    report = grade_submission(competition, submission, data, miniature_medals=miniature_medals)
    click.echo(report.model_dump_json(indent=2))
    options.warn_of_data([(competition_id, report.data)], miniature_medals=miniature_medals)
    if not report.valid_submission:
        click.secho(printable(f"{competition_id}: {report.error}"), fg="red", err=True)
        if report.traceback:
            options.say_where(report.traceback)
        raise SystemExit(1)

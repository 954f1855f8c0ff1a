"""mlebench validate."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options
from mlebench.cli.tables import printable


@click.command(
    name="validate",
    epilog="""\b
Example:
  mlebench validate submission.csv spooky-author-identification""",
)
@click.argument("submission", type=click.Path(path_type=Path))
@click.argument("competition_id")
@options.benchmark
@options.data_dir
@options.competitions_dir
@options.as_json
def command(
    submission: Path,
    competition_id: str,
    benchmark: str,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Say whether a submission is valid and, if not, exactly why.

    The answers are not read: public data is enough. What only they can decide is said as a warning.
    """
    import json

    from mlebench.grading.validate import validate_for_user

    competition = options.open_registry(competitions_dir, benchmark).get(competition_id)
    verdict = validate_for_user(competition, submission, options.resolve_data_dir(data_dir))
    if as_json:
        click.echo(json.dumps(verdict._asdict()))
    else:
        click.secho(printable(verdict.message), fg="green" if verdict.valid else "red", err=not verdict.valid)
    for warning in verdict.warnings:
        click.secho(printable(f"Warning: {warning}"), fg="yellow", err=True)
    if not verdict.valid:
        raise SystemExit(1)

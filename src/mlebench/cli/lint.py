"""mlebench lint."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options
from mlebench.cli.findings import show_findings


@click.command(
    name="lint",
    epilog="""\b
Examples:
  mlebench lint competitions/my-first-task
  mlebench lint spooky-author-identification
  mlebench lint --all""",
)
@click.argument("folders_or_ids", nargs=-1)
@options.option("--all", "everything", is_flag=True, help="Every competition that the registry knows.")
@options.competitions_dir
def command(folders_or_ids: tuple[str, ...], everything: bool, competitions_dir: tuple[Path, ...]) -> None:
    """Check competition folders: they prepare and grade their miniature, and leak nothing.

    Exit code 1 where a check fails.
    """
    from mlebench.audit.lint import lint_folder
    from mlebench.errors import UnknownCompetition

    registry = options.open_registry(competitions_dir)
    if everything == bool(folders_or_ids):
        raise click.UsageError("Name folders or ids, or say --all.")
    failed = 0
    for name in registry.ids() if everything else folders_or_ids:
        folder = registry.folders.get(name, Path(name))
        if not folder.is_dir():
            raise UnknownCompetition(f"'{name}' is neither a folder nor a competition.")
        failed += show_findings(name, lint_folder(folder))
    if failed:
        click.secho(f"{failed} checks failed.", fg="red", err=True)
        raise SystemExit(1)
    click.secho("All checks passed.", fg="green")

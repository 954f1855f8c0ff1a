"""mlebench lint."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mlebench.cli import options
from mlebench.cli.findings import conclude, show_findings


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

    A folder that is there is checked even where a known competition has the same name. A check that has nothing to
    look at is shown as one that did not run. Exit code 1 where a check fails.
    """
    from mlebench.audit.lint import lint_folder
    from mlebench.errors import UnknownCompetition

    registry = options.open_registry(competitions_dir)
    if everything == bool(folders_or_ids):
        raise click.UsageError("Name folders or ids, or say --all.")
    found = []
    for name in registry.ids() if everything else folders_or_ids:
        here = Path(name).resolve()  # the folder's name is the id, also where it is typed as "."
        is_path = not everything and (os.sep in name or (here / "competition.yaml").is_file())
        folder = here if is_path or name not in registry.folders else registry.folders[name]
        if not folder.is_dir():
            raise UnknownCompetition(f"'{name}' is neither a folder nor a competition.")
        found += show_findings(f"{name} ({folder})", lint_folder(folder))
    conclude(found)

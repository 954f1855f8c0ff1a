"""mlebench countersign."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options


@click.command(
    name="countersign",
    epilog="""\b
Example:
  mlebench countersign results.zip --key /etc/ssh/host-results""",
)
@click.argument("file", type=options.existing_file)
@options.option(
    "--key",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The SSH key of whoever ran the machine.",
)
def command(file: Path, key: Path) -> None:
    """Vouch for a signed bundle, as whoever ran the machine that it was made on."""
    from mlebench.bundles import countersign

    countersign(file, key)
    click.echo(f"Countersigned {file}.")

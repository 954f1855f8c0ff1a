"""mlebench integrity: what results are worth."""

from __future__ import annotations

import click

from mlebench.cli.integrity_exploits import command as exploits


@click.group(
    name="integrity",
    epilog="""\b
Example:
  mlebench integrity exploits latest""",
)
def command() -> None:
    """Look for broken rules, copied code, leaks in the data, models that know the task, and used holes of graders."""


command.add_command(exploits)

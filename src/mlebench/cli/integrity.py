"""mlebench integrity: what results are worth."""

from __future__ import annotations

import click

from mlebench.cli import integrity_plagiarism


@click.group(
    name="integrity",
    epilog="""\b
Example:
  mlebench integrity plagiarism latest""",
)
def command() -> None:
    """Look for broken rules, copied code, leaks in the data, and models that know the task."""


command.add_command(integrity_plagiarism.command)
command.add_command(integrity_plagiarism.build_command)

"""mlebench integrity: what results are worth."""

from __future__ import annotations

import click

from mlebench.cli import (
    integrity_exploits,
    integrity_familiarity,
    integrity_leaks,
    integrity_plagiarism,
    integrity_rules,
)


@click.group(
    name="integrity",
    epilog="""\b
Examples:
  mlebench integrity rules latest
  mlebench integrity plagiarism latest
  mlebench integrity exploits latest
  mlebench integrity leaks -c spooky-author-identification
  mlebench integrity familiarity --model my-model --lite""",
)
def command() -> None:
    """Look for broken rules, copied code, leaks in the data, models that know the task, and used holes of graders."""


for each in (
    integrity_rules.command,
    integrity_plagiarism.command,
    integrity_plagiarism.build_command,
    integrity_exploits.command,
    integrity_leaks.command,
    integrity_familiarity.command,
):
    command.add_command(each)

"""mlebench integrity: what results are worth."""

from __future__ import annotations

import click

from mlebench.cli import integrity_leaks


@click.group(name="integrity", epilog="\b\nExample:\n  mlebench integrity leaks -c random-acts-of-pizza")
def command() -> None:
    """Look for broken rules, copied code, leaks in the data, and models that know the task."""


command.add_command(integrity_leaks.command)

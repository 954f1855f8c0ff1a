"""Checks of a competition on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mlebench.audit.verify import Finding


def show_findings(title: str, findings: Iterable[Finding]) -> int:
    """Print one line for each check as it comes, and count those that failed."""
    click.secho(title, bold=True)
    failed = 0
    for finding in findings:
        mark, colour = ("!", "yellow") if finding.warning else ("✓", "green") if finding.ok else ("✗", "red")
        click.echo(f"  {click.style(mark, fg=colour)} {finding.name}: {finding.detail}")
        failed += not finding.ok
    return failed

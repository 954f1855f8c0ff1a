"""Checks of a competition on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from mlebench.cli.tables import printable

if TYPE_CHECKING:
    from mlebench.audit.finding import Finding

_MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: ("–", "bright_black")}  # the last did not run


def show_findings(title: str, findings: Iterable[Finding]) -> list[Finding]:
    """Print one line for each check as it comes."""
    click.secho(title, bold=True)
    shown = []
    for finding in findings:
        mark, colour = ("!", "yellow") if finding.warning else _MARKS[finding.ok]
        note = " (did not run)" if finding.ok is None else ""
        click.echo(f"  {click.style(mark, fg=colour)} {finding.name}{note}: {printable(finding.detail)}")
        shown.append(finding)
    return shown


def conclude(findings: Iterable[Finding], *, quiet: bool = False) -> None:
    """Say how many checks passed, failed and did not run; exit code 1 where one failed."""
    verdicts = [finding.ok for finding in findings]
    passed, failed, idle = verdicts.count(True), verdicts.count(False), verdicts.count(None)
    counts = [f"{passed} passed", *([f"{failed} failed"] if failed else []), *([f"{idle} did not run"] if idle else [])]
    if failed or not quiet:
        click.secho(f"Checks: {', '.join(counts)}.", fg="red" if failed else "green", err=bool(failed))
    if failed:
        raise SystemExit(1)

"""mlebench integrity leaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mlebench.cli import options
from mlebench.cli.findings import conclude, show_findings
from mlebench.cli.tables import printable


@click.command(
    name="leaks",
    epilog="""\b
Examples:
  mlebench prepare -c random-acts-of-pizza --miniature
  mlebench integrity leaks -c random-acts-of-pizza
  mlebench integrity leaks --split lite --data-dir /big/disk --json
  mlebench integrity leaks -c random-acts-of-pizza --benchmark v2
  mlebench integrity leaks -c my-task --group ward""",
)
@options.selection
@options.option(
    "--group",
    "groups",
    multiple=True,
    metavar="COLUMN",
    help="A column whose values must be on one side of the split; may be repeated.",
)
@options.benchmark
@options.data_dir
@options.as_json
def command(
    selection: options.Selection,
    competitions_dir: tuple[Path, ...],
    groups: tuple[str, ...],
    benchmark: str,
    data_dir: Path | None,
    as_json: bool,
) -> None:
    """Look for what gives the answers away in prepared competitions.

    Answers or ids in public files, also in archives, tags, names, sizes, times and orders; test rows and pictures
    that stand in the training set; single features that predict the target; groups on both sides of the split.

    A leak that competition.yaml lists for exactly that finding is shown as known, one that proves nothing as a
    caution. Exit code 1 where any other is found.
    """
    import json

    from mlebench.audit import audit_leaks
    from mlebench.audit.finding import Finding
    from mlebench.audit.leaks.report import finding_of
    from mlebench.data.layout import DataLayout
    from mlebench.errors import NotPrepared

    registry = options.open_registry(competitions_dir, benchmark)
    folder = options.resolve_data_dir(data_dir)
    content: dict[str, dict[str, Any]] = {}
    findings: list[Finding] = []
    for one in selection.find(registry):
        competition = registry.get(one)
        notes: list[str] = []
        try:
            report = audit_leaks(competition, DataLayout.of(competition, folder), groups=groups)
            found, notes, content[one] = [finding_of(each) for each in report.searches], report.notes, report.as_json()
        except NotPrepared as error:
            found, content[one] = (
                [Finding("data is prepared", False, str(error))],
                {"failed": True, "error": str(error)},
            )
        findings += found
        if not as_json:
            show_findings(one, found)
            for note in notes:
                click.echo(f"    {printable(note)}.")
    if as_json:
        click.echo(json.dumps(content, indent=2, ensure_ascii=False))
    conclude(findings, quiet=as_json)

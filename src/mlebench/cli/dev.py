"""mlebench dev: for those who work on competitions."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import dev_kernels, options
from mlebench.cli.findings import conclude, show_findings


@click.group(name="dev", epilog="\b\nExample:\n  mlebench dev verify spooky-author-identification")
def command() -> None:
    """Tools for those who work on competitions."""


command.add_command(dev_kernels.command)


@command.command(
    name="verify",
    epilog="""\b
Examples:
  mlebench prepare -c spooky-author-identification --miniature
  mlebench dev verify spooky-author-identification
  mlebench dev verify nomad2018-predict-transparent-conductors --json""",
)
@click.argument("ids", metavar="ID…", nargs=-1, required=True)
@options.benchmark
@options.data_dir
@options.competitions_dir
@options.as_json
def verify(
    ids: tuple[str, ...], benchmark: str, data_dir: Path | None, competitions_dir: tuple[Path, ...], as_json: bool
) -> None:
    """Check prepared competitions.

    The perfect submission, built from the answers, wins gold. The sample submission is valid, and scores the
    recorded figure on real data. No private file and no answer column is in public/.

    A check that has nothing to look at is shown as one that did not run ("ok" is null in JSON). Exit code 1 where
    a check fails.
    """
    import json

    from mlebench.audit.finding import Finding
    from mlebench.audit.verify import verify_competition
    from mlebench.errors import NotPrepared

    registry = options.open_registry(competitions_dir, benchmark)
    competitions = [registry.get(competition_id) for competition_id in dict.fromkeys(ids)]
    found: dict[str, list[Finding]] = {}
    for competition in competitions:
        try:
            found[competition.id] = verify_competition(competition, options.resolve_data_dir(data_dir))
        except NotPrepared as error:
            found[competition.id] = [Finding("data is prepared", False, str(error))]
        if not as_json:
            show_findings(competition.id, found[competition.id])
    if as_json:
        content = {name: [finding._asdict() for finding in findings] for name, findings in found.items()}
        click.echo(json.dumps(content, indent=2, ensure_ascii=False))
    conclude((finding for findings in found.values() for finding in findings), quiet=as_json)

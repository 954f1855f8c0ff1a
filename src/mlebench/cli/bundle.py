"""mlebench bundle."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options, run_options

_key = click.Path(dir_okay=False, path_type=Path)


@click.command(
    name="bundle",
    epilog="""\b
Examples:
  mlebench bundle latest -o results.zip
  mlebench bundle latest -o results.zip --key ~/.ssh/id_ed25519
  mlebench bundle runs/2026-…_run-group_aide runs/2026-…_run-group_aide-2 -o results.zip --transcripts
\b
Whoever has the file checks it with:
  mlebench verify results.zip""",
)
@click.argument("groups", nargs=-1, required=True, metavar="GROUP...")
@options.option("-o", "--output", required=True, type=_key, help="The file to write.")
@options.option("--key", type=_key, help="Sign it with this SSH key.  [default: not signed]")
@options.option(
    "--transcripts",
    is_flag=True,
    help="Put in what models were asked and answered, trajectories and the agents' output. They quote the data: look "
    "at the rules of the competitions first.",
)
@options.option(
    "--without-submissions", is_flag=True, help="Only their digests go in, where rules demand it; nobody can regrade."
)
@options.option("--force", is_flag=True, help="Replace a file that is there.")
@run_options.runs_dir
def command(
    groups: tuple[str, ...],
    output: Path,
    key: Path | None,
    transcripts: bool,
    without_submissions: bool,
    force: bool,
    runs_dir: Path,
) -> None:
    """Put the results of run groups into one file that a stranger can check.

    GROUP is a path, a name below the runs folder, or 'latest'. Answers, keys, and what concerns only this machine stay
    out of it.
    """
    from mlebench.bundles import make_bundle, sign
    from mlebench.cli.progress import counting
    from mlebench.runs import RunGroup

    if output.exists() and not force:
        raise click.UsageError(f"{output} is there already; --force replaces it.")
    if key is not None and not key.is_file():
        raise click.UsageError(f"There is no key {key}. Make one with: ssh-keygen -t ed25519")
    options.require_writable(output.absolute().parent)
    found = [RunGroup.find(name, runs_dir) for name in groups]
    with counting("packing", sum(len(group.spec.runs) for group in found)) as step:
        make_bundle(found, output, transcripts=transcripts, submissions=not without_submissions, on_run=step)
    if key is not None:
        sign(output, key)
    click.echo(f"Wrote {output} ({output.stat().st_size:,} bytes), {'signed' if key else 'not signed'}.")
    click.echo(f"Check it with: mlebench verify {output}")

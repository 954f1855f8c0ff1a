"""mlebench verify."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options

_MARKS = {"holds": ("✓", "green"), "fails": ("✗", "red"), "open": ("!", "yellow"), "unchecked": ("–", "bright_black")}
_SHOWN = 5  # details of a point


@click.command(
    name="verify",
    epilog="""\b
Examples:
  mlebench verify results.zip
  mlebench verify results.zip --allowed-signers signers --json
\b
Exit code 0: all that could be looked at holds. 1: something does not. 2: the file is no bundle.
Levels: consistent (all records fit each other), regraded (the same scores on your data), signed (by a key),
countersigned (by whoever ran the machine too). None of them says that results are genuine.""",
)
@click.argument("file", type=options.existing_file)
@options.data_dir
@options.competitions_dir
@options.option(
    "--allowed-signers", type=options.existing_file, help="Whose keys are whose, in the form of ssh-keygen(1)."
)
@options.option("--no-regrade", is_flag=True, help="Do not grade the submissions again.")
@options.option("-j", "--jobs", type=click.IntRange(1), help="Worker processes. [default: one per core]")
@options.as_json
def command(
    file: Path,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    allowed_signers: Path | None,
    no_regrade: bool,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Check a bundle point by point, and grade its submissions again where their data is prepared."""
    from mlebench.bundles import verify_bundle
    from mlebench.cli.interrupts import CANCELLED, ending_cleanly
    from mlebench.logs import one_line

    try:
        with ending_cleanly():
            found = verify_bundle(
                file,
                options.open_registry(competitions_dir),
                options.resolve_data_dir(data_dir),
                allowed_signers=allowed_signers,
                regrade=not no_regrade,
                workers=jobs,
            )
    except KeyboardInterrupt:
        raise SystemExit(CANCELLED) from None
    if as_json:
        click.echo(found.model_dump_json(indent=2))
    else:
        click.secho(f"{file}: {', '.join(map(one_line, found.groups))}", bold=True)
        for point in found.points:
            mark, colour = _MARKS[point.status]
            click.echo(f"  {click.style(mark, fg=colour)} {point.name}: {one_line(point.text)}")
            for line in point.details[:_SHOWN]:
                click.echo(f"      {one_line(line)}")
            if len(point.details) > _SHOWN:
                click.echo(f"      … and {len(point.details) - _SHOWN} more (see --json)")
        click.secho(f"Level: {', '.join(found.levels)}.", fg="red" if found.level == "inconsistent" else "green")
        click.echo("What each level proves and what not: docs/explanation/verified.md")
    if found.level == "inconsistent":
        raise SystemExit(1)

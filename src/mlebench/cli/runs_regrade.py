"""mlebench runs regrade."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options, run_options
from mlebench.cli.tables import printable


@click.command(
    name="regrade",
    epilog="""\b
Example:
  mlebench runs regrade latest
  mlebench report latest
\b
Exit code 1: some submission could not be graded.""",
)
@click.argument("group")
@options.option("--benchmark", type=options.versions, help="The version.  [default: the one that the group is not of]")
@options.data_dir
@options.competitions_dir
@run_options.runs_dir
@options.option("-j", "--jobs", type=click.IntRange(1), help="Worker processes. [default: one per core]")
def regrade_command(
    group: str,
    benchmark: str | None,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    runs_dir: Path,
    jobs: int | None,
) -> None:
    """Grade the submissions of a group under another version of the benchmark.

    report-VERSION.json beside each run says what came of it, and `mlebench report` shows both versions side by side.
    Runs of competitions whose data the version changes are left out: their agents have not worked on its task.
    """
    from mlebench.catalog import BENCHMARKS
    from mlebench.cli.interrupts import CANCELLED, ending_cleanly
    from mlebench.cli.progress import counting
    from mlebench.runs import RunGroup
    from mlebench.runs.regrade import regrade_group

    found, registry = RunGroup.find(group, runs_dir), options.open_registry(competitions_dir)
    data = options.resolve_data_dir(data_dir)
    benchmark = benchmark or next(name for name in BENCHMARKS if name != found.spec.benchmark_version)
    try:
        with ending_cleanly(), counting("grading", len(found.spec.runs)) as step:
            done = regrade_group(found, benchmark, registry, data, workers=jobs, on_report=lambda _: step())
    except KeyboardInterrupt:
        raise SystemExit(CANCELLED) from None
    click.echo(f"{len(done.reports)} of {len(found.spec.runs)} runs graded under {benchmark}.")
    if done.left_out:
        click.echo(f"Left out, because {benchmark} has other data: {printable(', '.join(done.left_out))}", err=True)
    faults = [r for r in done.reports.values() if r.error_kind not in (None, "invalid", "missing")]
    for report in faults:
        click.secho(printable(f"Not graded: {report.competition_id}: {report.error}"), fg="red", err=True)
    if faults:
        raise SystemExit(1)

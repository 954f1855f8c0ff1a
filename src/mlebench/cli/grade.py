"""mlebench grade."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options


@click.command(
    name="grade",
    epilog="""\b
Examples:
  mlebench grade --submission submissions.jsonl --output-dir graded
  mlebench grade --submission submissions.jsonl --output-dir graded-v2 --benchmark v2
  mlebench grade --submission submissions.jsonl --output-dir graded --leaderboards CHECKOUT/mlebench/competitions
where each line of submissions.jsonl reads
  {"competition_id": "spooky-author-identification", "submission_path": "out/submission.csv"}""",
)
@options.option(
    "--submission", "lines_file", required=True, type=options.existing_file, help="JSONL file of submissions."
)
@options.option("--output-dir", required=True, type=options.folder, help="Where the report is written.")
@options.benchmark
@options.data_dir
@options.competitions_dir
@options.option("-j", "--jobs", type=click.IntRange(1), help="Worker processes. [default: one per core]")
@options.option(
    "--time-limit",
    type=options.Amount(0, min_open=True),
    default=1800,
    show_default=True,
    help="Seconds per submission.",
)
@options.option(
    "--memory-limit", type=options.Amount(0), default=0, help="GiB per submission. [default: an equal share]"
)
@options.leaderboards
@options.miniature_medals
def command(
    lines_file: Path,
    output_dir: Path,
    benchmark: str,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    jobs: int | None,
    time_limit: float,
    memory_limit: float,
    leaderboards: Path | None,
    miniature_medals: bool,
) -> None:
    """Grade many submissions and write one report.

    Exit code 0: every line was graded (an invalid submission is a result). 1: some line could not be.
    """
    from datetime import UTC, datetime

    from mlebench.cli.interrupts import CANCELLED, ending_cleanly
    from mlebench.cli.progress import counting
    from mlebench.errors import MlebenchError
    from mlebench.grading.batch import GIB, Limits, grade_lines, read_lines
    from mlebench.grading.faults import write_tracebacks
    from mlebench.logs import one_line

    registry = options.open_registry(competitions_dir, benchmark)
    lines, problems = read_lines(lines_file)
    registry = options.read_leaderboards(leaderboards, registry, (line.competition_id for line in lines))
    options.require_writable(output_dir)
    try:
        with ending_cleanly(), counting("grading", len(lines)) as step:
            report = grade_lines(
                lines,
                registry,
                options.resolve_data_dir(data_dir),
                workers=jobs,
                limits=Limits(time_limit, int(memory_limit * GIB)),
                miniature_medals=miniature_medals,
                on_report=lambda _: step(),
            )
    except KeyboardInterrupt:
        click.secho("Cancelled; no report was written.", fg="yellow", err=True)
        raise SystemExit(CANCELLED) from None
    stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S-%Z")
    told = write_tracebacks(report.competition_reports, output_dir / f"{stamp}_grading_faults.log")
    report = report.model_copy(update={"competition_reports": told, "problems": [*problems, *report.problems]})
    target = output_dir / f"{stamp}_grading_report.json"
    try:
        target.write_text(report.to_json(), encoding="utf-8")
    except OSError as error:
        target.unlink(missing_ok=True)  # half a report
        raise MlebenchError(f"{target}: cannot be written ({error.strerror}).") from error
    click.echo(
        f"{report.total_runs} graded, {report.total_valid_submissions} valid, {report.total_medals} medals "
        f"({report.total_gold_medals} gold, {report.total_silver_medals} silver, {report.total_bronze_medals} bronze)"
    )
    if report.total_exploits_suspected:
        click.secho(f"Exploits suspected: {report.total_exploits_suspected} (see the report)", fg="yellow")
    click.echo(f"Report: {target}")
    graded_on = ((r.competition_id, r.data) for r in report.competition_reports)
    options.warn_of_data(graded_on, miniature_medals=miniature_medals)
    faults = [r for r in report.competition_reports if r.error_kind not in (None, "invalid", "missing")]
    for line in [*report.problems, *(f"{r.submission_path}: {r.error}" for r in faults)]:
        click.secho(f"Not graded: {one_line(line)}", fg="red", err=True)
    if report.problems or faults:
        raise SystemExit(1)

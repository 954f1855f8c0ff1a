"""mlebench runs process and mlebench runs rerun."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options, run_options


@click.command(
    name="process",
    epilog="""\b
Examples:
  mlebench runs process latest
  mlebench runs process latest spooky-author-identification --json""",
)
@click.argument("group")
@click.argument("runs", nargs=-1)
@run_options.runs_dir
@options.as_json
def process_command(group: str, runs: tuple[str, ...], runs_dir: Path, as_json: bool) -> None:
    """Say how the agent worked: what its code is like, its habits, and whether the result was reproduced.

    These figures stand next to the medal and are never mixed into it. Lint findings and complexity need the extra
    'process' (ruff and radon).
    """
    import json

    from mlebench.cli.runs import found_runs
    from mlebench.cli.tables import show_table
    from mlebench.results.process import process_of
    from mlebench.runs import RunGroup

    found = RunGroup.find(group, runs_dir)
    chosen = [each for run in runs for each in found_runs(found, run)] or found.spec.runs
    facts = [process_of(found.folder_of(run), found.record(run)) for run in chosen]
    if as_json:
        click.echo(json.dumps([each.model_dump(mode="json") for each in facts], indent=2))
        return
    rows = [
        (
            each.run_id,
            *map(_number, (each.code.files, each.code.lines, each.code.documented_percent, each.code.tests)),
            *map(_number, (each.code.lint_findings, each.code.mean_complexity)),
            f"{each.habits.valid}/{each.habits.validations}",
            _number(each.habits.first_valid_percent),
            _number(each.habits.model_calls),
            each.rerun.verdict if each.rerun else "–",
        )
        for each in facts
    ]
    headings = (
        *("run", "files", "lines", "documented %", "tests", "findings", "complexity"),
        *("valid checks", "first valid at %", "model calls", "rerun"),
    )
    show_table(rows, headings, right=headings[1:-1])


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}" if isinstance(value, float) else str(value)


@click.command(
    name="rerun",
    epilog="""\b
Examples:
  mlebench runs rerun latest spooky-author-identification
  mlebench runs rerun latest spooky-author-identification --command "python train.py --seed 0"
\b
Exit code 0: the same values. 1: other values, or nothing was handed in.""",
)
@click.argument("group")
@click.argument("run")
@options.option("--command", "line", metavar="TEXT", help="What to start in the code's folder.  [default: by its name]")
@options.option("--sandbox", metavar="NAME", help="Another sandbox than the group's.")
@options.data_dir
@options.competitions_dir
@run_options.runs_dir
@options.as_json
def rerun_command(
    group: str,
    run: str,
    line: str | None,
    sandbox: str | None,
    data_dir: Path | None,
    competitions_dir: tuple[Path, ...],
    runs_dir: Path,
    as_json: bool,
) -> None:
    """Execute the code that a run left in a fresh sandbox, without a model, and compare what it hands in.

    The second run lies below RUNS/reruns, and rerun.json beside the first one's files says what came of it.
    """
    from mlebench.cli.interrupts import CANCELLED, ending_cleanly
    from mlebench.cli.runs import found_runs
    from mlebench.runs import RunGroup
    from mlebench.runs.rerun import rerun
    from mlebench.sandbox import default_sandbox

    found = RunGroup.find(group, runs_dir)
    chosen = found_runs(found, run)
    if len(chosen) != 1:
        raise click.UsageError(f"'{run}' means {len(chosen)} runs: {', '.join(each.run_id for each in chosen[:5])}")
    # The group may be a stranger's: that it was run without isolation is no reason to do so again.
    inside = sandbox or (found.spec.sandbox if run_options.isolated(found) else default_sandbox(found.spec.settings))
    try:
        with ending_cleanly():
            result = rerun(
                *(found, chosen[0], options.open_registry(competitions_dir), options.resolve_data_dir(data_dir)),
                command=line,
                sandbox=inside,
            )
    except KeyboardInterrupt:
        raise SystemExit(CANCELLED) from None
    if as_json:
        click.echo(result.model_dump_json(indent=2))
    else:
        click.echo(
            f"{result.run_id}: {result.command}: {result.state}{f' ({result.failure})' if result.failure else ''}"
        )
        gap = f", the largest difference is {result.largest_difference:.3g}" if result.largest_difference else ""
        cells = f" ({result.cells_that_differ} cells{gap})" if result.cells_that_differ else ""
        click.secho(f"Submission: {result.verdict}{cells}", bold=True)
        click.echo(f"Score: {_number(result.score)}, again {_number(result.score_again)}")
    if result.verdict not in ("identical", "same values"):
        raise SystemExit(1)

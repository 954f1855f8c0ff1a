"""mlebench runs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mlebench.cli import options, run_options, runs_process, runs_regrade, runs_submissions
from mlebench.cli.tables import printable, show_table

if TYPE_CHECKING:
    from mlebench.runs import PlannedRun, RunGroup, RunRecord

_CANCEL_SECONDS = 120.0
_EXAMPLE = "\b\nExample:\n"
_FIGURES = ("time", "CPU", "memory", "calls", "tokens", "cost")  # columns of numbers


@click.group(
    name="runs",
    epilog="""\b
Examples:
  mlebench runs list
  mlebench runs show latest
  mlebench runs logs latest spooky-author-identification --follow
  mlebench runs cancel latest
  mlebench runs clean""",
)
def command() -> None:
    """Look at run groups, end their runs, and clean up after a harness that died."""


command.add_command(runs_process.process_command)
command.add_command(runs_process.rerun_command)
command.add_command(runs_regrade.regrade_command)
command.add_command(runs_submissions.submissions_command)


@command.command(name="list", epilog=f"{_EXAMPLE}  mlebench runs list --runs-dir /big/disk/runs --json")
@run_options.runs_dir
@options.as_json
def list_command(runs_dir: Path, as_json: bool) -> None:
    """List the run groups of a folder, oldest first."""
    import json

    from mlebench.errors import MlebenchError
    from mlebench.logs import harmless
    from mlebench.runs.listed import list_groups, read_listed

    found: list[dict[str, Any]] = []
    for folder in list_groups(runs_dir):
        try:
            group_id, agent, states = read_listed(folder)
            found.append({"group": group_id, "agent": agent, "states": dict(states)})
        except MlebenchError as error:  # one that is damaged must not hide the others
            found.append({"group": folder.name, "agent": None, "states": {}, "error": error.message})
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    if not found:
        click.echo(f"There is no run group in {runs_dir}.")
        return
    rows = []
    for entry in found:
        counts = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in entry["states"].items())
        rows.append((entry["group"], entry["agent"] or "–", harmless(entry.get("error") or counts)))
    show_table(rows, ("group", "agent", "runs"))


@command.command(name="show", epilog=f"{_EXAMPLE}  mlebench runs show latest spooky-author-identification")
@click.argument("group")
@click.argument("runs", nargs=-1)
@run_options.runs_dir
@options.as_json
def show_command(group: str, runs: tuple[str, ...], runs_dir: Path, as_json: bool) -> None:
    """Show how each run of a group went, or some of its RUNS, and where to look if one did not go well.

    Of a run at work: the time up to now, calls of the validator, tokens, cost, and the last line of its log.
    GROUP is a path, a name, or 'latest'; RUNS are their names or beginnings, such as the competition's id.
    """
    import json

    from rich.table import Table
    from rich.text import Text

    from mlebench.cli.live import duration, style_of
    from mlebench.console import new_console
    from mlebench.gateway.trajectory import TRAJECTORY
    from mlebench.logs import HARNESS_LOG
    from mlebench.runs import RunGroup
    from mlebench.runs.figures import figures
    from mlebench.runs.traces import where_to_look

    opened = RunGroup.find(group, runs_dir)
    chosen = {planned.run_id for run in runs for planned in found_runs(opened, run)}
    records = [opened.record(run) for run in opened.spec.runs if run.run_id in chosen or not chosen]
    at_work = opened.is_at_work()
    files = {record.run_id: opened.folder / record.run_id / TRAJECTORY for record in records}
    trajectories = {run_id: str(path) for run_id, path in files.items() if path.is_file()}
    now = {record.run_id: figures(opened.folder / record.run_id, record, at_work=at_work) for record in records}
    look = {record.run_id: [str(path) for path in where_to_look(opened, record)] for record in records}
    options.warn_of_data((name, stamp.kind) for name, stamp in opened.spec.data.items())
    if as_json:
        shown = [
            {
                **record.model_dump(mode="json"),
                "look_in": look[record.run_id],
                "trajectory": trajectories.get(record.run_id),
                "now": now[record.run_id]._asdict() if record.state == "running" and at_work else None,
            }
            for record in records
        ]
        click.echo(json.dumps(shown, indent=2))
        return
    table = Table(box=None, pad_edge=False, title=opened.group_id, title_justify="left")
    for title in ("run", "seed", "state", *_FIGURES, "message"):
        table.add_column(title, overflow="fold", justify="right" if title in _FIGURES else "left")
    for record in records:
        memory, (seconds, said, calls, tokens, cost) = record.peak_memory_bytes, now[record.run_id]
        table.add_row(
            f"{record.run_id} ({record.competition_id})" if record.alias else record.run_id,
            str(record.seed),
            Text(_state(record, at_work), style_of(record.state)),
            duration(seconds),
            duration(record.cpu_seconds),
            f"{memory / 2**20:,.0f} MiB" if memory else "–",
            f"{calls:,}",
            "–" if tokens is None else f"{tokens:,}",
            "–" if cost is None else f"${cost:,.4f}",
            Text(printable(said if record.state == "running" and at_work else _message(record))),
        )
    new_console().print(table)
    for run_id, paths in look.items():
        if paths:
            click.echo(f"{run_id}: see {', '.join(paths)}")
    for run_id, path in trajectories.items():
        click.echo(f"{run_id}: what it asked of a model: {path}")
    if (log := opened.folder / HARNESS_LOG).is_file():
        click.echo(f"The harness's own log: {log}")


def _message(record: RunRecord) -> str:
    failure = f"{record.failure.kind}: {record.failure.message}" if record.failure else ""
    faults = f"faults of the validator: {record.validator_faults}" if record.validator_faults else ""
    unreadable = record.left_behind[0] if record.state == "unreadable" else ""
    unknown = ", ".join(record.model_extra or ())
    return "\n".join(filter(None, (failure, faults, unreadable, unknown and f"fields of another version: {unknown}")))


def _state(record: RunRecord, at_work: bool) -> str:
    lost = record.state == "running" and not at_work
    return "cut off" if lost else record.state.replace("_", " ")


@command.command(name="logs", epilog=f"{_EXAMPLE}  mlebench runs logs latest spooky-author-identification --follow")
@click.argument("group")
@click.argument("run")
@options.option("-f", "--follow", is_flag=True, help="Go on with what is added, until the runs have ended.")
@run_options.runs_dir
def logs_command(group: str, run: str, follow: bool, runs_dir: Path) -> None:
    """Print what an agent printed. RUN is a run's name or its beginning, such as the competition's id."""
    from mlebench.cli.interrupts import CANCELLED, ending_cleanly
    from mlebench.cli.run_logs import follow_logs, print_log
    from mlebench.runs import RunGroup

    opened = RunGroup.find(group, runs_dir)
    chosen = found_runs(opened, run)
    if not follow:
        for planned in chosen:
            print_log(opened, planned)
        return
    try:
        with ending_cleanly():
            follow_logs(opened, chosen)
    except KeyboardInterrupt:
        raise SystemExit(CANCELLED) from None


@command.command(name="cancel", epilog=f"{_EXAMPLE}  mlebench runs cancel latest spooky-author-identification")
@click.argument("group")
@click.argument("runs", nargs=-1)
@run_options.runs_dir
def cancel_command(group: str, runs: tuple[str, ...], runs_dir: Path) -> None:
    """End a group that is at work, or some of its RUNS: their names or beginnings. What was handed in is kept."""
    from mlebench.errors import MlebenchError
    from mlebench.runs import RunGroup
    from mlebench.runs.cancel import ask_to_cancel

    opened = RunGroup.find(group, runs_dir)
    if not opened.is_at_work():
        raise MlebenchError(
            f"Nobody is running {opened.group_id}.", hint=f"After a harness that died: mlebench runs clean {group}"
        )
    chosen = [planned for run in runs for planned in found_runs(opened, run)]
    for folder in [opened.folder_of(planned) for planned in chosen] or [opened.folder]:
        ask_to_cancel(folder)
    waited_for = chosen or opened.spec.runs
    deadline = time.monotonic() + _CANCEL_SECONDS
    while opened.is_at_work() and any(opened.record(run).state in ("planned", "running") for run in waited_for):
        if time.monotonic() > deadline:
            raise MlebenchError("The runs have not ended yet.", hint=f"Look again with: mlebench runs show {group}")
        time.sleep(0.2)
    ended = sum(opened.record(run).state == "cancelled" for run in waited_for)
    click.echo(f"{ended} of {len(waited_for)} runs cancelled. Go on with: {run_options.resume_command(opened)}")


@command.command(name="clean", epilog=f"{_EXAMPLE}  mlebench runs clean latest")
@click.argument("groups", nargs=-1)
@run_options.runs_dir
def clean_command(groups: tuple[str, ...], runs_dir: Path) -> None:
    """Take away what harnesses that died have left: processes, containers, sandboxes. Results stay.

    Without GROUPS, all groups of the folder that nobody is running.
    """
    from mlebench.errors import MlebenchError
    from mlebench.logs import harmless
    from mlebench.runs import RunGroup
    from mlebench.runs.clean import clean_group
    from mlebench.runs.listed import list_groups

    worst = 0
    for name in groups or map(str, list_groups(runs_dir)):
        try:
            group = RunGroup.find(name, runs_dir)
            if not groups and group.is_at_work():
                continue
            lost = clean_group(group)
            what = f"{len(lost)} runs had been cut off; {run_options.resume_command(group)}" if lost else "clean"
            click.echo(f"{group.group_id}: {what}")
        except MlebenchError as error:  # the others are cleaned all the same
            worst = max(worst, error.exit_code if groups else 1)
            click.secho(harmless(f"Not cleaned: {error}"), fg="red", err=True)
    if worst:
        raise SystemExit(worst)


@command.command(
    name="work", hidden=True, epilog=f"{_EXAMPLE}  mlebench runs work latest spooky-author-identification_1a2b3c4d"
)
@click.argument("group")
@click.argument("run")
@run_options.agents_dir
@options.competitions_dir
@options.option("--retries", type=click.IntRange(0), default=2)
@options.data_dir
@run_options.runs_dir
def work_command(
    group: str,
    run: str,
    agents_dir: tuple[Path, ...],
    competitions_dir: tuple[Path, ...],
    retries: int,
    data_dir: Path | None,
    runs_dir: Path,
) -> None:
    """Carry out a single RUN of a GROUP, without grading it: the task of a Slurm array job."""
    from mlebench.agents import AgentRegistry
    from mlebench.cli.interrupts import CANCELLED, ending_cleanly
    from mlebench.cli.live import outcome_line
    from mlebench.runs import RunGroup
    from mlebench.runs.launch import run_alone
    from mlebench.runs.plan import RunOptions

    opened = RunGroup.find(group, runs_dir)
    agent = AgentRegistry.default(agents_dir).get(opened.spec.agent)
    asked = RunOptions(opened.spec.sandbox, opened.spec.settings, retries=retries)
    registry, data = options.open_registry(competitions_dir), options.resolve_data_dir(data_dir)
    try:
        with ending_cleanly(lambda: f"saving what was handed in: {run}"):  # SIGTERM is Slurm's way to end a job
            record = run_alone(opened, run, agent, registry, data, asked)
    except KeyboardInterrupt:
        raise SystemExit(CANCELLED) from None
    click.echo(outcome_line(record))
    if not record.done:
        raise SystemExit(1)


def found_runs(group: RunGroup, run: str) -> list[PlannedRun]:
    """The runs whose names, or whose competitions', begin so: an obfuscated run has an alias in its name."""
    from mlebench.errors import WrongUsage

    found = [each for each in group.spec.runs if each.run_id.startswith(run) or each.competition_id.startswith(run)]
    if not found:
        raise WrongUsage(f"{group.group_id} has no run '{run}'.", hint=f"See: mlebench runs show {group.folder}")
    return found

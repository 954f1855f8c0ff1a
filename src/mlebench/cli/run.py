"""mlebench run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mlebench.cli import options, run_options
from mlebench.cli.settings import refuse_unasked, typed

if TYPE_CHECKING:
    from mlebench.grading.report import GradingReport
    from mlebench.runs import RunGroup, RunRecord


@click.command(
    name="run",
    epilog="""\b
Examples:
  mlebench run --agent baseline --split starter --seeds 2 --workers 2 --time-limit 60s
  mlebench run --agent dummy -c spooky-author-identification
  mlebench run --agent my-agent --agents-dir ./agents --lite --seeds 3 --time-limit 24h
  mlebench run --agent my-agent --agents-dir ./agents --lite --executor ray --data-url s3://bucket/data
  mlebench run --resume latest
Exit code 0: all runs completed, whatever they scored. 1: something failed that was not the agent's fault.
130: cancelled.""",
)
@options.option("--agent", metavar="NAME", help="The agent (see: mlebench agents).")
@options.selection
@run_options.agents_dir
@options.option("--seeds", type=click.IntRange(1), default=1, show_default=True, help="Runs per competition.")
@options.option("--workers", type=click.IntRange(1), help="Runs at a time.  [default: 1; on a cluster: as many as fit]")
@options.option(
    "--sandbox",
    type=click.Choice(["bubblewrap", "docker", "apptainer", "process"]),
    help="The sandbox that agents work in; process isolates nothing.  [default: bubblewrap]",
)
@run_options.sandboxes
@run_options.cluster
@options.option(
    "--step-limit",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    help="Told to agents that count steps.",
)
@options.option(
    "--retries",
    type=click.IntRange(0),
    default=2,
    show_default=True,
    help="How often a run is tried again after a fault of the machine.",
)
@options.miniature_medals
@options.option("--resume", metavar="GROUP", help="Finish a group: its path, its name, or 'latest'.")
@options.data_dir
@run_options.runs_dir
@options.as_json
def command(
    agent: str | None,
    ids: tuple[str, ...],
    split: str | None,
    lite: bool,
    everything: bool,
    list_file: Path | None,
    competitions_dir: tuple[Path, ...],
    agents_dir: tuple[Path, ...],
    seeds: int,
    workers: int | None,
    sandbox: str | None,
    executor: str,
    address: str | None,
    data_url: str | None,
    write_only: bool,
    step_limit: int,
    retries: int,
    miniature_medals: bool,
    resume: str | None,
    data_dir: Path | None,
    runs_dir: Path,
    as_json: bool,
    **sandboxes: Any,
) -> None:
    """Let an agent work on competitions, each in a sandbox of its own, then grade what it hands in."""
    from mlebench.agents import AgentRegistry
    from mlebench.runs import RunGroup
    from mlebench.runs.launch import create_group
    from mlebench.runs.plan import RunOptions, SandboxSettings
    from mlebench.sandbox import default_sandbox

    run_options.check_cluster(executor, address, data_url, write_only)
    registry, data = options.open_registry(competitions_dir), options.resolve_data_dir(data_dir)
    settings = run_options.sandbox_settings(**sandboxes)
    where: dict[str, Any] = {"address": address, "data_url": data_url}
    if resume is not None:
        if typed("agent", "ids", "split", "lite", "everything", "list_file"):
            raise click.UsageError("--resume takes agent and competitions from the group: do not name them.")
        group = RunGroup.find(resume, runs_dir)
        run_options.require_said(group, sandbox, settings.privileged)
        if settings not in (SandboxSettings(), group.spec.settings) or sandbox not in (None, group.spec.sandbox):
            run_options.warn("The group keeps the sandboxes that it was made with: options about them do not count.")
        asked = RunOptions(group.spec.sandbox, group.spec.settings, executor, workers, retries=retries, **where)
        chosen = AgentRegistry.default(agents_dir).get(group.spec.agent)
    else:
        if agent is None:
            raise click.UsageError("Say which agent: --agent NAME (see: mlebench agents).")
        chosen_ids = options.selected_ids(registry, ids, split, lite, everything, list_file)
        if not chosen_ids:
            raise click.UsageError("No competition is selected.")
        chosen = AgentRegistry.default(agents_dir).get(agent)
        run_options.check_budget(chosen)
        sandbox = sandbox or default_sandbox(settings.backend_options())
        asked = RunOptions(sandbox, settings, executor, workers, seeds, step_limit, retries=retries, **where)
        group = create_group(runs_dir.absolute(), chosen, [registry.get(i) for i in chosen_ids], data, asked)
    if write_only:
        _write_script(group, chosen, registry, data, asked)
        return
    records, report = run_and_grade(
        group, chosen, registry, data, asked, quiet=as_json, miniature_medals=miniature_medals
    )
    if as_json:
        click.echo(group_json(group, records, report))
    else:
        print_results(group, records)
    if any(record.state == "cancelled" for record in records):
        click.echo(f"Some runs were cancelled. Go on with: {run_options.resume_command(group)}", err=True)
        raise SystemExit(130)
    if any(r.failure and r.failure.kind == "infrastructure" for r in records) or _not_graded(report):
        raise SystemExit(1)


def _write_script(group: RunGroup, agent: Any, registry: Any, data_dir: Path, asked: Any) -> None:
    from mlebench.runs.slurm import write_script

    path = write_script(group, agent, registry, data_dir, asked)
    click.echo(f"Submit with: sbatch {path}")
    click.echo(f"Then finish and grade with: {run_options.resume_command(group)}")


def run_and_grade(
    group: RunGroup,
    agent: Any,
    registry: Any,
    data_dir: Path,
    asked: Any,
    *,
    quiet: bool = False,
    miniature_medals: bool = False,
) -> tuple[list[RunRecord], GradingReport]:
    """Run what is left of a group with a display, then grade it. Ctrl-C ends all sandboxes and says how to go on."""
    import signal

    from mlebench.cli.live import watching
    from mlebench.cli.progress import counting
    from mlebench.runs.grade import grade_group
    from mlebench.runs.launch import run_group

    if not run_options.isolated(group):
        refuse_unasked(("sandbox", "privileged"), "such a sandbox isolates nothing")
        run_options.warn(
            f"Sandbox '{group.spec.sandbox}': NO ISOLATION. The agent can read, write and reach whatever you can"
            f"{', and whatever root can' if group.spec.settings.privileged else ''}. "
            "Use it for agents that you trust; reports carry this mark."
        )
    stamps = group.spec.data.items()
    options.warn_of_data(((name, stamp.kind) for name, stamp in stamps), miniature_medals=miniature_medals)
    click.echo(f"Run group: {group.folder}", err=True)
    if group.spec.sandbox == "docker" and any(not record.done for record in group.records()):
        click.echo("The agent's image is built or fetched first, where the engine does not have it.", err=True)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # as clean as Ctrl-C
    try:
        with watching(group, quiet=quiet) as watch:
            records = run_group(group, agent, registry, data_dir, asked, watch)
    except KeyboardInterrupt:
        click.secho("\nCancelled; all processes have ended.", fg="yellow", err=True)
        click.echo(f"Go on with: {run_options.resume_command(group)}", err=True)
        raise SystemExit(130) from None
    finally:
        signal.signal(signal.SIGTERM, before)
    graders = asked.workers or (1 if asked.executor == "local" else None)
    with counting("grading", len(records)) as step:
        report = grade_group(
            *(group, registry, data_dir),
            workers=graders,
            miniature_medals=miniature_medals,
            on_report=lambda _: step(),
        )
    return records, report


def _not_graded(report: GradingReport) -> bool:
    return any(r.error_kind not in (None, "invalid", "missing") for r in report.competition_reports)


def print_results(group: RunGroup, records: list[RunRecord]) -> None:
    """The table, what went wrong, and where the rest is."""
    from mlebench.cli.live import last_words, outcome_line
    from mlebench.results import load_results
    from mlebench.results.terminal import print_table
    from mlebench.runs.traces import where_to_look

    print_table(load_results([group.folder]))
    for record in records:
        look = where_to_look(group, record)
        if record.failure is not None or record.submission is None or look:
            click.secho(outcome_line(record), fg="red", err=True)
        if look:
            click.echo(f"  see {', '.join(map(str, look))}", err=True)
        if record.failure is not None and record.failure.kind == "agent":
            click.echo(last_words(group, record), err=True)
    click.echo(f"Report: {group.folder / 'grading_report.json'}")
    click.echo(f"As a page: mlebench report {group.folder} --output report.html")


def group_json(group: RunGroup, records: list[RunRecord], report: GradingReport) -> str:
    """Everything about a group, for machines."""
    import json

    content = {
        "group": str(group.folder),
        "runs": [record.model_dump(mode="json") for record in records],
        "grading_report": report.model_dump(mode="json"),
    }
    return json.dumps(content, indent=2)

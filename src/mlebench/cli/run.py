"""mlebench run."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import options, run_options
from mlebench.cli.fetching import fetch_missing
from mlebench.cli.sections import sectioned
from mlebench.cli.settings import refuse_unasked, typed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mlebench.agents import Agent, AgentRegistry
    from mlebench.catalog import Registry
    from mlebench.cli.run_arguments import RunArguments
    from mlebench.grading.report import GradingReport
    from mlebench.runs import RunGroup, RunRecord
    from mlebench.runs.plan import RunOptions

_SECTIONS = {
    "What runs": (
        *("agent", "arguments", "ids", "split", "lite", "everything", "list_file"),
        *("benchmark", "seeds", "step_limit", "obfuscate", "descriptions", "leaderboards", "resume"),
    ),
    "The sandbox": (
        *("sandbox", "resources", "time_limit", "network", "hosts", "snapshot_every"),
        *("image", "runtime", "privileged", "build_arguments", "build_network"),
    ),
    "The language model": ("model", "models", "aliases", "max_dollars", "max_tokens", "prices", "hosted_tools"),
    "Where it runs": ("executor", "workers", "retries", "address", "data_url", "write_only"),
    "Folders": ("data_dir", "runs_dir", "competitions_dir", "agents_dir"),
}


@click.command(
    name="run",
    cls=sectioned(_SECTIONS),
    epilog="""\b
Examples:
  mlebench run --agent baseline --split starter --seeds 2 --workers 2 --time-limit 60s
  mlebench run --agent dummy -c spooky-author-identification
  mlebench run --agent my-agent --agents-dir ./agents --lite --seeds 3 --time-limit 24h
  mlebench run --agent my-agent/long -A steps=50 --model gpt-5-mini --max-dollars 5 --agents-dir ./agents --lite
  mlebench run --agent command -A folder=./mine -A cmd="python my_agent.py" --split starter
  mlebench run --agent my-agent --agents-dir ./agents --lite --executor ray --data-url s3://bucket/data
  mlebench run --agent my-agent --agents-dir ./agents --lite --data-url s3://bucket/data
  mlebench run --agent my-agent --agents-dir ./agents --lite --obfuscate
  mlebench run --agent my-agent --agents-dir ./agents --lite --descriptions CHECKOUT/mlebench/competitions
  mlebench run --resume latest
Exit code 0: all runs completed, whatever they scored. 1: something failed that was not the agent's fault.
130: cancelled.""",
)
@options.option("--agent", metavar="NAME", help="The agent, or NAME/VARIANT (see: mlebench agents).")
@run_options.arguments
@options.selection
@options.benchmark
@run_options.agents_dir
@options.option("--seeds", type=click.IntRange(1), default=1, show_default=True, help="Runs per competition.")
@options.option("--workers", type=click.IntRange(1), help="Runs at a time.  [default: 1; on a cluster: as many as fit]")
@options.option(
    "--sandbox",
    metavar="NAME",
    help="What agents work in: bubblewrap, docker, apptainer, process (which isolates nothing), or one that a package "
    "adds.  [default: bubblewrap]",
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
@options.option(
    "--obfuscate",
    is_flag=True,
    help="Do not tell agents which competition it is: an alias in place of its id, and description_obfuscated.md.",
)
@options.option(
    "--descriptions",
    type=options.existing_folder,
    help="Descriptions for agents to read in place of ours: ID/description.md or ID.md.",
)
@options.leaderboards
@options.miniature_medals
@options.option("--resume", metavar="GROUP", help="Finish a group: its path, its name, or 'latest'.")
@options.data_dir
@run_options.runs_dir
@options.as_json
def command(**values: object) -> None:
    """Let an agent work on competitions, each in a sandbox of its own, then grade what it hands in."""
    from mlebench.agents import AgentRegistry
    from mlebench.cli.run_arguments import RunArguments
    from mlebench.runs.executors import executor_kind

    asked = RunArguments.model_validate(values)
    asked.check()
    registry, data = (
        options.open_registry(asked.competitions_dir, asked.benchmark),
        options.resolve_data_dir(asked.data_dir),
    )
    agents = AgentRegistry.default(asked.agents_dir)
    make = _new_group if asked.resume is None else _old_group
    group, chosen = make(asked, registry, agents, data)
    agent, executor = agents.get(group.spec.agent), executor_kind(asked.executor)
    if not executor.waits:
        from mlebench.runs.launch import run_group

        run_group(group, agent, registry, data, chosen)
        click.echo(executor.next_step(group))
        click.echo(f"Then finish and grade with: {run_options.resume_command(group)}")
        return
    records, report = run_and_grade(
        group, agent, registry, data, chosen, quiet=asked.as_json, miniature_medals=asked.miniature_medals
    )
    if asked.as_json:
        click.echo(group_json(group, records, report))
    else:
        print_results(group, records)
    for why in _not_graded(report):
        click.secho(f"Not graded: {why}", fg="red", err=True)
    if any(record.state == "cancelled" for record in records):
        click.echo(f"Some runs were cancelled. Go on with: {run_options.resume_command(group)}", err=True)
        raise SystemExit(130)
    if any(r.failure and r.failure.kind == "infrastructure" for r in records) or _not_graded(report):
        raise SystemExit(1)


def _new_group(
    asked: RunArguments, registry: Registry, agents: AgentRegistry, data_dir: Path
) -> tuple[RunGroup, RunOptions]:
    from mlebench.runs.launch import create_group
    from mlebench.sandbox import NO_SANDBOX, default_sandbox

    assert asked.agent is not None
    chosen_ids = asked.selection.find(registry)
    if not chosen_ids:
        raise click.UsageError("No competition is selected.")
    agent, settings = agents.get(asked.agent), asked.settings()
    run_options.check_budget(agent)
    if agent.spec.paths & dict(asked.arguments).keys():
        refuse_unasked(("arguments",), "such an argument shows an agent what lies on your disk")
    if not agent.spec.opens_sandbox and typed("sandbox"):
        raise click.UsageError(f"The agent '{agent.name}' starts nothing, so there is no sandbox to be chosen.")
    needed = asked.sandbox or default_sandbox(settings) if agent.spec.opens_sandbox else NO_SANDBOX
    chosen = asked.options(needed, settings)
    run_options.require_asked_for(chosen.sandbox, settings)
    competitions = [registry.get(competition_id) for competition_id in chosen_ids]
    if asked.data_url:
        fetch_missing(competitions, data_dir, asked.data_url)
    return create_group(asked.runs_dir.absolute(), agent, competitions, data_dir, chosen), chosen


def _old_group(
    asked: RunArguments, registry: Registry, agents: AgentRegistry, data_dir: Path
) -> tuple[RunGroup, RunOptions]:
    """A group keeps the sandboxes that it was made with, and its agent's arguments."""
    from mlebench.runs import RunGroup
    from mlebench.runs.plan import RunSettings

    assert asked.resume is not None
    group = RunGroup.find(asked.resume, asked.runs_dir)
    run_options.require_said(group, asked.sandbox, asked.privileged)
    run_options.require_paths_said(group, agents.get(group.spec.agent), asked.arguments if typed("arguments") else ())
    run_options.require_asked_for(group.spec.sandbox, group.spec.settings)
    if asked.settings() not in (RunSettings(), group.spec.settings) or asked.sandbox not in (None, group.spec.sandbox):
        run_options.warn("The group keeps the sandboxes that it was made with: options about them do not count.")
    if asked.data_url:
        fetch_missing(map(registry.under(group.spec.benchmark_version).get, group.spec.data), data_dir, asked.data_url)
    return group, asked.options(group.spec.sandbox, group.spec.settings)


def run_and_grade(
    group: RunGroup,
    agent: Agent,
    registry: Registry,
    data_dir: Path,
    asked: RunOptions,
    *,
    quiet: bool = False,
    miniature_medals: bool = False,
) -> tuple[Sequence[RunRecord], GradingReport]:
    """Run what is left of a group with a display, then grade it. Ctrl-C ends all sandboxes and says how to go on."""
    from mlebench.cli.interrupts import CANCELLED, ending_cleanly
    from mlebench.cli.live import watching
    from mlebench.cli.progress import counting
    from mlebench.runs.executors import executor_kind
    from mlebench.runs.grade import grade_group
    from mlebench.runs.launch import run_group
    from mlebench.sandbox import make_backend

    backend = make_backend(group.spec.sandbox, group.spec.settings)
    if not backend.capabilities.isolated:
        run_options.warn(
            f"Sandbox '{group.spec.sandbox}': NO ISOLATION. The agent can read, write and reach whatever you can"
            f"{', and whatever root can' if group.spec.settings.privileged else ''}. "
            "Use it for agents that you trust; reports carry this mark."
        )
    stamps = group.spec.data.items()
    options.warn_of_data(((name, stamp.kind) for name, stamp in stamps), miniature_medals=miniature_medals)
    click.echo(f"Run group: {group.folder}", err=True)
    if backend.uses_engine and any(not record.done for record in group.records()):
        click.echo("The agent's image is built or fetched first, where the engine does not have it.", err=True)
    graders = asked.workers or (1 if executor_kind(asked.executor).here else None)
    what = "all processes have ended"
    try:
        with ending_cleanly(lambda: _open_runs(group)), watching(group, quiet=quiet) as watch:
            records = run_group(group, agent, registry, data_dir, asked, watch)
        what = "the reports that are made are kept"
        with ending_cleanly(), counting("grading", len(records)) as step:
            report = grade_group(
                *(group, registry, data_dir),
                workers=graders,
                miniature_medals=miniature_medals,
                on_report=lambda _: step(),
            )
    except KeyboardInterrupt:
        with suppress(OSError):  # where the connection was dropped, nobody is there to be told
            click.secho(f"\nCancelled; {what}.", fg="yellow", err=True)
            click.echo(f"Go on with: {run_options.resume_command(group)}", err=True)
        raise SystemExit(CANCELLED) from None
    return records, report


def _open_runs(group: RunGroup) -> str:
    """The runs whose sandboxes are not collected yet."""
    still = [record.run_id for record in group.records() if record.state == "running"]
    return f"saving what was handed in: {', '.join(still)}" if still else "cleaning up"


def _not_graded(report: GradingReport) -> list[str]:
    """Each reason once: data that is gone is gone for all seeds."""
    from mlebench.logs import harmless

    faults = [r for r in report.competition_reports if r.error_kind not in (None, "invalid", "missing")]
    return list(dict.fromkeys(harmless(f"{r.competition_id}: {r.error}") for r in faults))


def print_results(group: RunGroup, records: Sequence[RunRecord]) -> None:
    """The table, what went wrong, and where the rest is."""
    from mlebench.cli.live import last_words, outcome_line
    from mlebench.results import load_results
    from mlebench.results.terminal import print_table
    from mlebench.runs.traces import where_to_look

    print_table(load_results([group.folder]))
    for record in records:
        look = where_to_look(group, record)
        if record.failure is not None or record.submission is None or record.model_trouble or look:
            click.secho(outcome_line(record), fg="red", err=True)
        if look:
            click.echo(f"  see {', '.join(map(str, look))}", err=True)
        if record.failure is not None and record.failure.kind == "agent":
            click.echo(last_words(group, record), err=True)
    click.echo(f"Report: {group.folder / 'grading_report.json'}")
    click.echo(f"As a page: mlebench report {group.folder} --output report.html")


def group_json(group: RunGroup, records: Sequence[RunRecord], report: GradingReport) -> str:
    """Everything about a group, for machines."""
    import json

    content = {
        "group": str(group.folder),
        "runs": [record.model_dump(mode="json") for record in records],
        "grading_report": report.model_dump(mode="json"),
    }
    return json.dumps(content, indent=2)

"""mlebench demo."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mlebench.cli import options, run_options

if TYPE_CHECKING:
    from mlebench.catalog import Competition
    from mlebench.data.many import Outcome
    from mlebench.runs.plan import RunSettings

SEEDS = 2
TIME_LIMIT = 90.0


@click.command(
    name="demo",
    epilog="""\b
Examples:
  mlebench demo
  mlebench demo --data-dir /tmp/demo/data --runs-dir /tmp/demo/runs""",
)
@options.data_dir
@run_options.runs_dir
@options.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Runs at a time.")
def command(data_dir: Path | None, runs_dir: Path, workers: int) -> None:
    """The whole line on eight small competitions, without a network: prepare, run, grade, report.

    The agent is `baseline`, which uses no language model; each competition is run with two seeds.
    """
    from mlebench.agents import AgentRegistry
    from mlebench.catalog import split_ids
    from mlebench.cli.report import write_report
    from mlebench.cli.run import run_and_grade
    from mlebench.results import load_results
    from mlebench.results.formats import render
    from mlebench.results.terminal import print_table
    from mlebench.runs.launch import create_group
    from mlebench.runs.plan import RunOptions, RunSettings
    from mlebench.sandbox import Resources

    began = time.monotonic()
    registry, data = options.open_registry(()), options.resolve_data_dir(data_dir)
    competitions = [registry.get(competition_id) for competition_id in split_ids("starter", registry)]
    _say(1, f"preparing {len(competitions)} competitions in {data}")
    prepare_embedded(competitions, data, workers)

    _say(2, f"running the agent 'baseline': {len(competitions)} competitions, {SEEDS} seeds, {workers} at a time")
    agent = AgentRegistry().get("baseline")
    settings = RunSettings(resources=Resources(time_limit=TIME_LIMIT))
    asked = RunOptions(_sandbox(settings), settings, workers=workers, seeds=SEEDS)
    group = create_group(runs_dir.absolute(), agent, competitions, data, asked)
    records, _ = run_and_grade(group, agent, registry, data, asked)

    _say(3, "results, placed on leaderboards of fitted models")
    results = load_results([group.folder])
    print_table(results)
    page = group.folder / "report.html"
    write_report(render(results, "html"), page)
    _say(4, f"done in {time.monotonic() - began:.0f} s")
    click.secho(f"Report: {page.as_uri()}", bold=True)
    if any(record.failure and record.failure.kind == "infrastructure" for record in records):
        raise SystemExit(1)


def _sandbox(settings: RunSettings) -> str:
    """A closed sandbox where there is one. This agent is ours, so the demonstration goes on without, and says so."""
    from mlebench.sandbox import SandboxError, default_sandbox

    try:
        return default_sandbox(settings)
    except SandboxError as error:
        run_options.warn(
            f"{error.message}\nThe demonstration uses the sandbox 'process' instead, because its agent is our own. "
            "`mlebench run` does that only where it is told to: --sandbox process"
        )
        return "process"


def prepare_embedded(competitions: list[Competition], data_dir: Path, jobs: int) -> None:
    """Prepare what is not prepared; the data is in the package and its dependencies."""
    from mlebench.cli.progress import preparing
    from mlebench.data.layout import DataLayout
    from mlebench.data.many import Task, prepare_many
    from mlebench.data.prepare import PrepareOptions
    from mlebench.data.sources.choice import SourceOptions, source_for

    asked = PrepareOptions()
    missing = [c for c in competitions if not DataLayout.of(c, data_dir).is_prepared()]
    tasks = [Task(competition, source_for(competition, SourceOptions(), asked)) for competition in missing]
    with preparing(len(tasks), quiet=True) as display:
        shown = display if sys.stderr.isatty() else _OnlyProblems()
        outcomes = prepare_many(tasks, data_dir, asked, shown, jobs=jobs)
    if any(outcome.error for outcome in outcomes):
        raise SystemExit(1)


class _OnlyProblems:
    """For logs, where a line for every step would bury the results."""

    def listener(self, competition_id: str) -> _OnlyProblems:
        return self

    def stage(self, label: str, total: float | None) -> None:
        pass

    def advance(self, amount: float) -> None:
        pass

    def finished(self, outcome: Outcome) -> None:
        if outcome.error:
            click.secho(f"Error: {outcome.error}", fg="red", err=True)


def _say(step: int, text: Any) -> None:
    click.secho(f"[{step}/4] {text}", fg="cyan", err=True)

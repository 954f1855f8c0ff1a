"""mlebench runs."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options, run_options


@click.group(
    name="runs",
    epilog="""\b
Examples:
  mlebench runs list
  mlebench runs show latest
  mlebench runs logs latest spooky-author-identification""",
)
def command() -> None:
    """Look at run groups."""


@command.command(name="list")
@run_options.runs_dir
@options.as_json
def list_command(runs_dir: Path, as_json: bool) -> None:
    """List the run groups of a folder, oldest first."""
    import json
    from collections import Counter

    from rich.console import Console
    from rich.table import Table

    from mlebench.runs import RunGroup
    from mlebench.runs.group import list_groups

    found = []
    for folder in list_groups(runs_dir):
        group = RunGroup.open(folder)
        states = Counter(str(record.state) for record in group.records())
        found.append((group, states))
    if as_json:
        listed = [{"group": g.group_id, "agent": g.spec.agent, "states": dict(states)} for g, states in found]
        click.echo(json.dumps(listed, indent=2))
        return
    if not found:
        click.echo(f"There is no run group in {runs_dir}.")
        return
    table = Table(box=None, pad_edge=False)
    for title in ("group", "agent", "runs"):
        table.add_column(title, overflow="fold")
    for group, states in found:
        counts = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in states.items())
        table.add_row(group.group_id, group.spec.agent, counts)
    Console().print(table)


@command.command(name="show")
@click.argument("group")
@run_options.runs_dir
@options.as_json
def show_command(group: str, runs_dir: Path, as_json: bool) -> None:
    """Show how each run of a group went. GROUP is a path, a name, or 'latest'."""
    import json

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from mlebench.cli.live import STYLES, duration
    from mlebench.runs import RunGroup

    opened = RunGroup.find(group, runs_dir)
    records = opened.records()
    if as_json:
        click.echo(json.dumps([record.model_dump(mode="json") for record in records], indent=2))
        return
    table = Table(box=None, pad_edge=False, title=opened.group_id, title_justify="left")
    for title in ("run", "seed", "state", "time", "CPU", "memory", "message"):
        table.add_column(title, overflow="fold", justify="right" if title in ("time", "CPU", "memory") else "left")
    for record in records:
        memory = record.peak_memory_bytes
        table.add_row(
            record.run_id,
            str(record.seed),
            Text(record.state.replace("_", " "), STYLES[record.state]),
            duration(record.duration_seconds),
            duration(record.cpu_seconds),
            f"{memory / 2**20:,.0f} MiB" if memory else "–",
            Text(f"{record.failure.kind}: {record.failure.message}" if record.failure else ""),
        )
    Console().print(table)


@command.command(name="logs")
@click.argument("group")
@click.argument("run")
@run_options.runs_dir
def logs_command(group: str, run: str, runs_dir: Path) -> None:
    """Print what an agent printed. RUN is a run's name or its beginning, such as the competition's id."""
    from mlebench.errors import MlebenchError
    from mlebench.runs import RunGroup
    from mlebench.runs.execute import LOG

    opened = RunGroup.find(group, runs_dir)
    found = [planned for planned in opened.spec.runs if planned.run_id.startswith(run)]
    if not found:
        raise MlebenchError(f"{opened.group_id} has no run '{run}'.", hint=f"See: mlebench runs show {group}")
    for planned in found:
        path = opened.folder_of(planned) / LOG
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else "(nothing was printed)\n"
        click.secho(f"== {planned.run_id}, seed {planned.seed}", bold=True)
        # Control characters could change the user's terminal; only line ends and tabs pass.
        click.echo("".join(c if c.isprintable() or c in "\n\t" else "�" for c in text))

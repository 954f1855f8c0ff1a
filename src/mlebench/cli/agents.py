"""mlebench agents."""

from __future__ import annotations

from pathlib import Path

import click

from mlebench.cli import options, run_options


@click.command(
    name="agents",
    epilog="""\b
Examples:
  mlebench agents
  mlebench agents --agents-dir ./agents --json
\b
An agent of your own is a folder NAME/ with an agent.yaml:
  name: NAME
  description: What it does, in one sentence.
  start: [python, start.py]
It reads DATA_DIR and writes SUBMISSION_DIR/submission.csv.""",
)
@run_options.agents_dir
@options.as_json
def command(agents_dir: tuple[Path, ...], as_json: bool) -> None:
    """List the agents that can be run."""
    import json

    from mlebench.agents import AgentRegistry
    from mlebench.cli.tables import show_table

    agents = list(AgentRegistry.default(agents_dir))
    if as_json:
        listed = [{**agent.spec.model_dump(mode="json"), "folder": str(agent.folder)} for agent in agents]
        click.echo(json.dumps(listed, indent=2))
        return
    rows = []
    for agent in agents:
        needs = ", ".join(name for name, wanted in agent.spec.needs if wanted)
        rows.append((agent.name, needs or "–", agent.spec.description))
    show_table(rows, ("agent", "needs", "description"))

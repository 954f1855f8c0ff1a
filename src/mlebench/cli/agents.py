"""mlebench agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlebench.cli import options, run_options

if TYPE_CHECKING:
    from mlebench.agents import Agent, AgentRegistry


@click.group(
    name="agents",
    invoke_without_command=True,
    epilog="""\b
Examples:
  mlebench agents
  mlebench agents --agents-dir ./agents --json
  mlebench agents show baseline
  mlebench agents new my-agent
  mlebench agents build my-agent --agents-dir ./agents
\b
An agent of your own is a folder NAME/ with an agent.yaml and a program, which reads DATA_DIR and writes
SUBMISSION_DIR/submission.csv.""",
)
@run_options.agents_dir
@options.as_json
@click.pass_context
def command(context: click.Context, agents_dir: tuple[Path, ...], as_json: bool) -> None:
    """List the agents that can be run, describe one, make one, or install the tools of one."""
    import json

    from mlebench.cli.tables import show_table

    if context.invoked_subcommand is not None:
        return
    agents = list(_registry(agents_dir))
    if as_json:
        listed = [{**agent.spec.model_dump(mode="json"), "folder": str(agent.folder)} for agent in agents]
        click.echo(json.dumps(listed, indent=2))
        return
    rows = []
    for agent in agents:
        needs = ", ".join(name for name, wanted in agent.spec.needs if wanted)
        rows.append((agent.name, needs or "–", agent.spec.description))
        rows += [(f"{agent.name}/{name}", needs or "–", v.description or "") for name, v in agent.spec.variants.items()]
    show_table(rows, ("agent", "needs", "description"))


@command.command(
    epilog="""\b
Examples:
  mlebench agents show baseline
  mlebench agents show my-agent --agents-dir ./agents --json"""
)
@click.argument("name")
@run_options.agents_dir
@run_options.arguments
@options.as_json
def show(name: str, agents_dir: tuple[Path, ...], arguments: tuple[tuple[str, str], ...], as_json: bool) -> None:
    """What an agent is, what it needs and can be told, and whether its tools are installed."""
    import json

    from mlebench.agents.tools import build_command
    from mlebench.cli.agent_description import described, show_described

    agent = _agent(name, agents_dir, arguments)
    facts = described(agent)
    if as_json:
        click.echo(json.dumps(facts, indent=2))
    else:
        show_described(facts, build_command(agent))


@command.command(
    epilog="""\b
Example:
  mlebench agents new my-agent
  mlebench run --agent my-agent --agents-dir ./agents --split starter --time-limit 60s"""
)
@click.argument("name")
@run_options.agents_dir
def new(name: str, agents_dir: tuple[Path, ...]) -> None:
    """Make an agent's folder from a template. It works as it is; edit it into yours."""
    from mlebench.agents.create import create_agent

    parents = _folders(agents_dir) or (Path("agents"),)
    if len(parents) > 1:
        raise click.UsageError("Say one --agents-dir, in which the agent is made.")
    folder = create_agent(name, parents[0])
    click.echo(f"Created {folder} with {', '.join(sorted(path.name for path in folder.iterdir()))}.")
    click.echo(f"Run it with: mlebench run --agent {name} --agents-dir {parents[0]} --split starter --time-limit 60s")


@command.command(
    epilog="""\b
Examples:
  mlebench agents build my-agent --agents-dir ./agents
  mlebench agents build my-agent --agents-dir ./agents --force
\b
Packages are installed by pip and npm as you would do it yourself: from the indexes that they are set up for, and with
their install scripts, which run outside any sandbox. Build agents that you trust."""
)
@click.argument("name")
@run_options.agents_dir
@run_options.arguments
@options.option("--force", is_flag=True, help="Install anew what is installed already.")
def build(name: str, agents_dir: tuple[Path, ...], arguments: tuple[tuple[str, str], ...], force: bool) -> None:
    """Install the tools of an agent, once for all its runs."""
    from mlebench.agents.build import build_tool
    from mlebench.agents.tools import tool_places
    from mlebench.cli.progress import installing

    agent = _agent(name, agents_dir, arguments)
    places = tool_places(agent)
    if not places:
        click.echo(f"The agent '{agent.name}' has no tools: there is nothing to install.")
    for place in places:
        with installing(place.log) as say:
            built = build_tool(place, force=force, say=say)
        versions = ", ".join(f"{package} {version}" for package, version in built.versions.items())
        click.echo(f"{place.name}: {versions} ({built.digest[:12]}, {place.root})")


def _folders(own: tuple[Path, ...]) -> tuple[Path, ...]:
    """Also what was typed before the command's name."""
    parent = click.get_current_context().parent
    before = parent.params.get("agents_dir", ()) if parent else ()
    return tuple(dict.fromkeys([*before, *own]))


def _registry(agents_dir: tuple[Path, ...]) -> AgentRegistry:
    from mlebench.agents import AgentRegistry

    return AgentRegistry.default(agents_dir)


def _agent(name: str, agents_dir: tuple[Path, ...], arguments: tuple[tuple[str, str], ...]) -> Agent:
    from mlebench.agents.arguments import resolve

    agent = _registry(_folders(agents_dir)).get(name)
    given = dict(arguments)
    known = {key: each for key, each in agent.spec.arguments.items() if key in given}
    return agent.with_folder_of(resolve(agent.name, known, given))

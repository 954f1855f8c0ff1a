"""What `mlebench agents show` says of an agent."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from mlebench.agents import Agent


def described(agent: Agent) -> dict[str, Any]:
    """Its agent.yaml, where it lies, and its tools as they are on this machine."""
    from mlebench.agents.tools import tool_places

    tools = {}
    for place in tool_places(agent):
        built = place.built()
        tools[place.name] = {
            **place.tool.model_dump(mode="json", exclude_defaults=True),
            "installed": built is not None,
            "versions": built.versions if built else {},
            "digest": built.digest if built else None,
            "folder": str(place.root),
        }
    spec = agent.spec.model_dump(mode="json", exclude_unset=True)
    return {**spec, "name": agent.name, "folder": str(agent.folder), "digest": agent.digest(), "tools": tools}


def show_described(facts: dict[str, Any], build: str) -> None:
    """The same for people; `build` is the command that installs its tools."""
    from mlebench.cli.tables import show_table

    needs = {name: wanted for name, wanted in facts.get("needs", {}).items() if wanted}
    listed = [f"{name} ({', '.join(wanted)})" if isinstance(wanted, list) else name for name, wanted in needs.items()]
    rows = [
        ("homepage", facts.get("homepage")),
        ("licence", facts.get("licence")),
        ("needs", ", ".join(listed) or "nothing"),
        ("resources", ", ".join(f"{name} {value}" for name, value in facts.get("resources", {}).items())),
        ("starts", shlex.join(facts["start"]) if "start" in facts else "nothing: the harness hands in"),
        ("folder", facts["folder"]),
        ("digest", facts["digest"]),
    ]
    click.echo(f"{facts['name']}: {facts['description']}\n")
    show_table([(name, str(value)) for name, value in rows if value])
    if arguments := facts.get("arguments"):
        click.echo("\nArguments (-A name=value)")
        show_table([(f"  {name}", *_argument(each)) for name, each in arguments.items()])
    if tools := facts["tools"]:
        click.echo("\nTools")
        show_table([(f"  {name}", *_tool(each)) for name, each in tools.items()])
        if not all(each["installed"] for each in tools.values()):
            click.echo(f"Install them with: {build}")
    if variants := facts.get("variants"):
        click.echo(f"\nVariants (--agent {facts['name'].partition('/')[0]}/VARIANT)")
        show_table([(f"  {name}", each.get("description") or _changes(each)) for name, each in variants.items()])


def _argument(argument: dict[str, Any]) -> tuple[str, str, str]:
    default = argument.get("default")
    said = "must be given" if default is None else f"default {json.dumps(default)}"
    return argument.get("type", "string"), said, argument.get("description", "")


def _tool(tool: dict[str, Any]) -> tuple[str, str]:
    what = f"npm: {', '.join(tool['npm'])}" if "npm" in tool else f"pip: {tool['pip']}"
    if not tool["installed"]:
        return what, "not installed"
    versions = ", ".join(f"{name} {version}" for name, version in tool["versions"].items())
    return what, f"{versions}\n{tool['digest'][:16]} in {tool['folder']}"


def _changes(variant: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in variant.get("arguments", {}).items())

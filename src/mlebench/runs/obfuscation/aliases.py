"""Aliases for the competitions of a group, and what stands against it, said before anything starts."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from mlebench.agents import Agent
from mlebench.catalog import Competition
from mlebench.errors import WrongUsage
from mlebench.runs.obfuscation.disguise import Disguise
from mlebench.runs.plan import RunSettings


def new_aliases(
    agent: Agent, competitions: Sequence[Competition], settings: RunSettings, places: Mapping[str, Path]
) -> dict[str, str]:
    """One for each competition, or none where nothing is to be obfuscated.

    They are drawn, not computed: what is computed from an id could be computed again by whoever has the list of ids.
    metadata.json, outside of all sandboxes, says which is which. `places` are folders whose paths sandboxes show.
    """
    if not settings.obfuscate:
        return {}
    if not agent.spec.opens_sandbox:
        raise WrongUsage(
            f"--obfuscate: the agent '{agent.name}' starts nothing, so there is nobody to hide anything from."
        )
    if missing := [each.id for each in competitions if not (each.description_obfuscated or "").strip()]:
        raise WrongUsage(
            f"--obfuscate: without a description_obfuscated.md: {', '.join(missing)}.",
            hint="Write it beside description.md: the same task, in words that do not lead to the original.",
        )
    aliases: dict[str, str] = {}
    for competition in competitions:
        while (alias := f"task-{secrets.token_hex(4)}") in aliases.values():
            pass
        aliases[competition.id] = alias
        _require_silent(Disguise.of(competition, alias), agent, settings, places)
    return aliases


def _require_silent(disguise: Disguise, agent: Agent, settings: RunSettings, places: Mapping[str, Path]) -> None:
    """What the user chose is shown as it is: where it names the competition, another must be chosen."""
    said = {what: str(path.resolve()) for what, path in places.items()} | {"the agent's name": agent.name}
    said |= {f"-A {name}": str(value) for name, value in settings.arguments.items()}
    said |= {f"{name} in agent.yaml": value for name, value in agent.spec.environment.items()}
    for what, text in said.items():
        if disguise.is_named_in(text):
            raise WrongUsage(f"--obfuscate: {what} ({text}) would tell the agent that it works on {disguise.real_id}.")

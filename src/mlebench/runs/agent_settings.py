"""What an agent is run with: the user's settings, the agent's own where the user says nothing, and checks of both."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from glob import escape
from pathlib import Path

from mlebench.agents import Agent
from mlebench.agents.arguments import Value, resolve
from mlebench.agents.tools import BuiltTool, ToolPlace, shown_tools
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.gateway.model import ProxyConfig
from mlebench.runs.executors import executor_kind
from mlebench.runs.plan import RunOptions, RunSettings
from mlebench.sandbox import NO_SANDBOX
from mlebench.sandbox.shown import outermost, require_may_be_shown

_PROVIDERS = {"openai-chat": "openai", "openai-responses": "openai", "anthropic": "anthropic", "gemini": "gemini"}


def settings_for(agent: Agent, asked: RunSettings) -> RunSettings:
    """What the user asked for, and what the agent says where the user said nothing."""
    spec, given, name, model = agent.spec, dict(asked.arguments), asked.model_name, asked.model
    if "model" in spec.arguments:
        if name is not None and given.get("model", name) != name:
            raise WrongUsage(f"--model {name} and -A model={given['model']} say different things.")
        given |= {"model": name} if name is not None else {}
        name = str(given["model"]) if "model" in given else None
    arguments = resolve(agent.name, spec.arguments, given)
    if name is not None:  # a model that was named is open, and those beside it that were named too
        model = model.model_copy(update={"models": (escape(name), *model.models)})
    name = name or str(arguments.get("model", "")) or None
    if name is None and not isinstance(spec.needs.model, bool):
        raise WrongUsage(
            f"The agent '{agent.name}' must be told which model to ask for.", hint="Say it with: --model NAME"
        )
    resources = asked.resources.over(spec.resources)
    changed = {"arguments": arguments, "model_name": name, "model": model, "resources": resources}
    return asked.model_copy(update=changed)


def sandbox_for(agent: Agent, options: RunOptions) -> str:
    """None for an agent that starts nothing; what it hands in is made on this machine."""
    if agent.spec.opens_sandbox and options.sandbox == NO_SANDBOX:
        raise WrongUsage(
            f"The agent '{agent.name}' starts a program, which needs a sandbox.", hint="Say another --sandbox."
        )
    if not agent.spec.opens_sandbox and not executor_kind(options.executor).here:
        raise WrongUsage(f"The agent '{agent.name}' starts nothing, and works with --executor local only.")
    return options.sandbox if agent.spec.opens_sandbox else NO_SANDBOX


def model_of(agent: Agent, settings: RunSettings) -> ProxyConfig | None:
    """The way to the model, for an agent that needs one; it must be known before anything starts."""
    if not agent.spec.needs.model:
        return None
    config = ProxyConfig.from_environment(os.environ, settings.model)
    wanted = agent.spec.needs.model
    usable = _PROVIDERS if isinstance(wanted, bool) else {dialect: _PROVIDERS[dialect] for dialect in wanted}
    if not set(config.providers) & set(usable.values()):
        keys = sorted({f"{provider.upper()}_API_KEY" for provider in usable.values()}, reverse=True)
        which = "" if isinstance(wanted, bool) else f" that speaks {' or '.join(wanted)}"
        raise MlebenchError(
            f"The agent '{agent.name}' needs a language model{which}, and none is set up.",
            hint=f"Export {' or '.join(keys)} (or the provider's _BASE_URL). Keys stay outside the sandboxes.",
        )
    return config


def check_shown(
    agent: Agent,
    tools: Mapping[ToolPlace, BuiltTool],
    arguments: Mapping[str, Value],
    folders: Sequence[Path],
    data: Sequence[Path],
) -> None:
    """Neither an agent's folder nor its tools and arguments may show it answers.

    `folders` are those of all data and of all runs, `data` those of the competitions that it will work on.
    """
    if not agent.spec.opens_sandbox:
        return
    named = agent.spec.shown(arguments)
    for path in outermost([*shown_tools(tools), *named]):
        require_may_be_shown(
            path, f"A tool or an argument of the agent '{agent.name}' is", "Name a folder further down."
        )
        if inner := [folder for folder in folders if folder.resolve().is_relative_to(path.resolve())]:
            raise WrongUsage(f"{path} would be shown to the agent, and holds {inner[0]}, which it must not see.")
    for path in (agent.folder, *named):
        if outer := [folder for folder in data if path.resolve().is_relative_to(folder.resolve())]:
            raise WrongUsage(f"{path} would be shown to the agent, and lies in {outer[0]}, which it must not see.")

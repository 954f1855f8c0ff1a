"""Options of the commands about runs."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mlebench.cli import options
from mlebench.cli.settings import refuse_unasked, typed

if TYPE_CHECKING:
    from mlebench.agents import Agent
    from mlebench.runs import RunGroup
    from mlebench.runs.plan import RunSettings


_ABOUT_MODELS = ("model", "models", "aliases", "max_dollars", "max_tokens", "prices", "hosted_tools")


class Duration(click.ParamType[float]):
    """A length of time such as 60s or 2h, in seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Parse."""
        from mlebench.sandbox.resources import parse_duration

        try:
            return parse_duration(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Assignment(click.ParamType[tuple[str, str]]):
    """NAME=VALUE."""

    name = "name=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Split."""
        name, sign, text = str(value).partition("=")
        if not name or not sign:
            self.fail(f"'{value}' is not of the form NAME=VALUE", param, ctx)
        return name, text


class HostedTools(click.Choice[str]):
    """What becomes of tools that run at the provider. It was a flag once, in files and variables too."""

    def __init__(self) -> None:
        super().__init__(["refuse", "strip", "allow"])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Say what to write instead of the flag."""
        if str(value).lower() in ("", "true", "false", "1", "0", "yes", "no", "on", "off"):
            self.fail("say which: refuse, strip, or allow, which is what the bare option meant", param, ctx)
        return super().convert(value, param, ctx)


runs_dir = options.option(
    "--runs-dir", type=options.folder, default=Path("runs"), show_default=True, help="Where run groups lie."
)
agents_dir = options.option(
    "--agents-dir",
    type=options.folder,
    multiple=True,
    help="A folder with agent folders of your own; may be repeated.",
)

arguments = options.option(
    "-A",
    "--argument",
    "arguments",
    type=Assignment(),
    multiple=True,
    help="An argument of the agent (see: mlebench agents show NAME); may be repeated.",
)

sandboxes = options.combined(
    options.option(
        "--resources",
        type=options.existing_file,
        help="A YAML file with the limits of one run: time_limit, cpus, memory_gb, shared_memory_gb, processes, "
        "disk_gb, gpus.  [default: the benchmark's 24h, 36 CPUs, 440 GB, 1 GPU]",
    ),
    options.option("--time-limit", type=Duration(), help="Of one run: 90s, 45m, 2h; before the resources file's."),
    options.option(
        "--network",
        type=click.Choice(["none", "open"]),
        default="none",
        show_default=True,
        help="What sandboxes reach beside validator and model; reports carry the mark of an open one.",
    ),
    options.option(
        "--allow-host",
        "hosts",
        multiple=True,
        metavar="HOST[:PORT]",
        help="Open this host, such as a package mirror, to the sandboxes; may be repeated. It is recorded.",
    ),
    options.option(
        "--image",
        metavar="NAME",
        help="Docker only: the image that agents work in, instead of their own; environment/Dockerfile makes one.",
    ),
    options.option("--runtime", metavar="NAME", help="Docker's runtime: sysbox-runc, nvidia, ..."),
    options.option(
        "--privileged",
        is_flag=True,
        help="Docker only: the agent is root, and root of its container is root of this machine. "
        "Nothing protects you from it any more.",
    ),
    options.option(
        "--build-arg", "build_arguments", type=Assignment(), multiple=True, help="For building the agent's image."
    ),
    options.option("--build-network", metavar="MODE", help="Docker's network while it builds, such as host."),
    options.option("--max-dollars", type=options.Amount(0), help="What one run may spend on the model."),
    options.option("--max-tokens", type=click.IntRange(0), help="Tokens that one run may read and write."),
    options.option(
        "--model", metavar="NAME", help="The model that the agent asks for, told to it in MODEL. Others are closed."
    ),
    options.option(
        "--allow-model",
        "models",
        multiple=True,
        metavar="PATTERN",
        help="Open only these models, such as 'gpt-4o*', and that of --model; may be repeated.",
    ),
    options.option(
        "--alias",
        "aliases",
        type=Assignment(),
        multiple=True,
        metavar="NAME=MODEL",
        help="Agents that ask for NAME get MODEL, as in fast=gpt-5-mini; may be repeated.",
    ),
    options.option(
        "--prices",
        type=options.existing_file,
        help="A YAML file with prices of models, which come before the known ones; dollars for a million tokens, as "
        "in  my-model: {input: 1.0, cached: 0.1, output: 4.0}",
    ),
    options.option(
        "--hosted-tools",
        type=HostedTools(),
        is_flag=False,
        flag_value="",
        default="refuse",
        show_default=True,
        help="Requests that ask for tools which run at the provider, such as a web search: refuse them, strip the "
        "tools from them, or allow it all.",
    ),
    options.option("--snapshot-every", type=Duration(), help="Keep the submission as it was, every 1h, 10m, ..."),
)


cluster = options.combined(
    options.option(
        "--executor",
        metavar="NAME",
        default="local",
        show_default=True,
        help="local (this machine), ray (a Ray cluster), slurm (a job script), or one that a package adds.",
    ),
    options.option(
        "--address",
        metavar="HOST:PORT",
        help="Ray's head node.  [default: RAY_ADDRESS, or the cluster that this machine belongs to]",
    ),
    options.data_url,
    options.option("--write-only", is_flag=True, help="To be sure that a job script is written and nothing run."),
)


def check_budget(agent: Agent) -> None:
    """Limits for a model, typed for an agent that uses none, would make nobody spend less."""
    if not agent.spec.needs.model and typed(*_ABOUT_MODELS):
        raise click.UsageError(
            f"The agent '{agent.name}' uses no model, so --max-dollars and other options about models do not count. "
            "If it does use one, its agent.yaml must say so: needs: {model: true}"
        )


def isolated(group: RunGroup) -> bool:
    """Whether the sandboxes of a group are closed: as this program knows it, whatever the group says of itself."""
    from mlebench.sandbox import make_backend

    return make_backend(group.spec.sandbox, group.spec.settings).capabilities.isolated


def resume_command(group: RunGroup) -> str:
    """What to type to go on. What must be said each time: to run an agent without isolation, to show it one's files."""
    from mlebench.agents.arguments import PATHS

    told = group.spec.agent_spec.get("arguments")  # by a file that may be anybody's
    named = told.items() if isinstance(told, dict) else ()
    return _resume_command(group, {n for n, each in named if isinstance(each, dict) and each.get("type") in PATHS})


def _resume_command(group: RunGroup, paths: Collection[str]) -> str:
    kept = group.spec.settings.arguments
    again = [part for name in sorted(paths) if name in kept for part in ("-A", f"{name}={kept[name]}")]
    return f"mlebench run --resume {group.folder}{_unsafe_options(group)} {shlex.join(again)}".rstrip()


def _unsafe_options(group: RunGroup) -> str:
    return (
        "" if isolated(group) else f" --sandbox {group.spec.sandbox}" + " --privileged" * group.spec.settings.privileged
    )


def require_asked_for(sandbox: str, settings: RunSettings) -> None:
    """A sandbox without isolation is the user's choice, not that of a file which merely lies there."""
    from mlebench.sandbox import make_backend

    if not make_backend(sandbox, settings).capabilities.isolated:
        refuse_unasked(("sandbox", "privileged"), "such a sandbox isolates nothing")


def require_said(group: RunGroup, sandbox: str | None, privileged: bool) -> None:
    """A group that is resumed may be a stranger's: it must not choose by itself to run without isolation."""
    from mlebench.errors import MlebenchError

    if all(record.done for record in group.records()) or isolated(group):
        return
    if sandbox != group.spec.sandbox or privileged < group.spec.settings.privileged:
        raise MlebenchError(
            f"{group.group_id} was made with{_unsafe_options(group)}, which isolates nothing: "
            "the agent can read, write and reach whatever you can.",
            hint=f"Where that is meant: {resume_command(group)}",
        )


def require_paths_said(group: RunGroup, agent: Agent, said: tuple[tuple[str, str], ...]) -> None:
    """Nor must a stranger's group choose what of the user's files an agent is shown; its other arguments are kept."""
    from mlebench.agents.arguments import resolve
    from mlebench.errors import MlebenchError, WrongUsage

    known = {name: each for name, each in agent.spec.arguments.items() if name in dict(said)}
    given, kept = resolve(agent.name, known, dict(said)), group.spec.settings.arguments
    if any(kept.get(name) != value for name, value in given.items()):
        raise WrongUsage(f"--resume takes the arguments of '{agent.name}' from the group, which has others.")
    paths = agent.spec.paths & kept.keys()
    if paths <= given.keys() or all(record.done for record in group.records()):
        return
    shown = ", ".join(str(kept[name]) for name in sorted(paths))
    raise MlebenchError(
        f"{group.group_id} shows its agent what lies on your disk: {shown}",
        hint=f"Where that is meant: {_resume_command(group, paths)}",
    )


def warn(text: str) -> None:
    """Loudly."""
    click.secho(text, fg="yellow", bold=True, err=True)

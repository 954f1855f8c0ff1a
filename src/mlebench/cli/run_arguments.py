"""What was typed behind `mlebench run`, as one object."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Literal

import click
from pydantic import BaseModel, ConfigDict

from mlebench.cli.options import Selection
from mlebench.cli.settings import typed
from mlebench.gateway.hosts import AllowList
from mlebench.gateway.model import Budget, ModelSettings
from mlebench.gateway.model.config import HostedTools, checked_aliases
from mlebench.gateway.model.prices import Prices
from mlebench.runs.executors import executor_kind
from mlebench.runs.plan import RunOptions, RunSettings
from mlebench.sandbox import Resources


class RunArguments(BaseModel):
    """One field for each option of the command."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    agent: str | None
    selection: Selection
    competitions_dir: tuple[Path, ...]
    benchmark: Literal["v1", "v2"]
    agents_dir: tuple[Path, ...]
    seeds: int
    step_limit: int
    obfuscate: bool
    descriptions: Path | None
    leaderboards: Path | None
    resume: str | None

    sandbox: str | None
    resources: Path | None
    time_limit: float | None
    network: Literal["none", "open"]
    hosts: tuple[str, ...]
    image: str | None
    runtime: str | None
    privileged: bool
    build_arguments: tuple[tuple[str, str], ...]
    build_network: str | None
    snapshot_every: float | None

    arguments: tuple[tuple[str, str], ...]

    model: str | None
    max_dollars: float | None
    max_tokens: int | None
    models: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...]
    prices: Path | None
    hosted_tools: HostedTools

    executor: str
    workers: int | None
    address: str | None
    data_url: str | None
    write_only: bool
    retries: int

    miniature_medals: bool
    data_dir: Path | None
    runs_dir: Path
    as_json: bool

    def check(self) -> None:
        """Options that do not go together."""
        executor = executor_kind(self.executor)
        if typed("address") and "address" not in executor.own_options:
            raise click.UsageError(f"--address is not for --executor {self.executor}.")
        if self.write_only and executor.waits:
            raise click.UsageError("--write-only is for executors that write a job script, such as slurm.")
        if self.resume is not None and typed("agent", *Selection._fields):
            raise click.UsageError("--resume takes agent and competitions from the group: do not name them.")
        if self.resume is not None and typed("benchmark"):
            raise click.UsageError("--resume takes the version of the benchmark from the group: do not name it.")
        if self.resume is not None and typed("model"):
            raise click.UsageError("--resume takes the agent's model from the group: do not name it.")
        if self.resume is not None and typed("descriptions", "leaderboards"):
            raise click.UsageError("--resume takes descriptions and leaderboards from the group: do not name them.")
        if self.obfuscate and self.descriptions is not None:
            raise click.UsageError("--obfuscate has descriptions of its own: leave out --descriptions.")
        names = [name for name, _ in self.arguments]
        if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
            raise click.UsageError(f"The argument '{twice[0]}' is given twice.")
        if self.resume is None and self.agent is None:
            raise click.UsageError("Say which agent: --agent NAME (see: mlebench agents).")

    def settings(self) -> RunSettings:
        """How the sandboxes of a new group are made."""
        AllowList(self.hosts)  # what is wrong with either is said now, not by the first run
        Prices.load(self.prices)
        limits = Resources.load(self.resources) if self.resources else Resources()
        if self.time_limit is not None:
            limits = limits.model_copy(update={"time_limit": self.time_limit})
        return RunSettings(
            resources=limits,
            network=self.network,
            image=self.image,
            runtime=self.runtime,
            privileged=self.privileged,
            build_network=self.build_network,
            build_arguments=dict(self.build_arguments),
            hosts=self.hosts,
            arguments=dict(self.arguments),
            model_name=self.model,
            model=ModelSettings(
                budget=Budget(tokens=self.max_tokens, dollars=self.max_dollars),
                models=self.models,
                aliases=checked_aliases(self.aliases),
                hosted_tools=self.hosted_tools,
                prices=self.prices.absolute() if self.prices else None,
            ),
            snapshot_seconds=self.snapshot_every,
            obfuscate=self.obfuscate,
        )

    def options(self, sandbox: str, settings: RunSettings) -> RunOptions:
        """How a group with this sandbox and these settings is run: the fields that both have, as they were typed."""
        typed = {field.name: getattr(self, field.name) for field in fields(RunOptions) if hasattr(self, field.name)}
        return RunOptions(**{**typed, "sandbox": sandbox, "settings": settings})

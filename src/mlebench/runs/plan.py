"""What a group will run and how: every competition with every seed, in sandboxes of one kind."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, computed_field, model_validator

from mlebench import foreign
from mlebench.agents.arguments import Value
from mlebench.agents.tools import ToolRecord
from mlebench.catalog import CompetitionFacts, Leaderboard
from mlebench.data.manifest import MINIATURE, DataStamp
from mlebench.errors import MlebenchError
from mlebench.gateway.model import ModelSettings
from mlebench.sandbox import SandboxSettings


class PlannedRun(BaseModel):
    """One run of a group."""

    run_id: foreign.Name  # the folder's name
    competition_id: foreign.Name  # what to work on
    seed: int  # from 0


class RunSettings(SandboxSettings):
    """What the user asked for: how the sandboxes of a group are made, and what can be reached from them."""

    hosts: tuple[str, ...] = Field((), description="hosts beyond the network that are open all the same")
    arguments: dict[str, Value] = Field({}, description="of the agent, by name")
    model_name: str | None = Field(None, description="the model that the agent is told to ask for")
    model: ModelSettings = Field(ModelSettings(), description="for agents that need a model")
    snapshot_seconds: float | None = None  # between two looks at the submission; null: none is kept
    obfuscate: bool = Field(False, description="agents see an alias and another description, not the competition's own")


class GroupSpec(BaseModel):
    """metadata.json: what a group runs and how, fixed when it is made."""

    model_config = ConfigDict(extra="ignore")

    group_id: foreign.Name  # the folder's name
    created_at: str  # when it was made (ISO 8601, UTC)
    agent: str  # its name
    kind: str = "program"  # who hands in: the agent's program, or the harness itself (oracle, replay)
    agent_digest: str  # of the files in its folder: a changed agent is not resumed
    agent_spec: dict[str, Any]  # the content of agent.yaml
    tools: dict[str, ToolRecord] = {}  # of the agent, as they were installed when the group was made
    sandbox: str  # its kind
    guarantees: list[str]  # what this kind of sandbox promises
    settings: RunSettings = Field(
        validation_alias=AliasChoices("settings", "rooms"), description="how its sandboxes are made"
    )
    executor: str  # local, ray, slurm, or one that a package adds
    step_limit: int  # told to the agents
    seeds: int  # runs of each competition
    benchmark_version: str  # v1
    versions: dict[str, str]  # of Python and of packages that may change results
    data: dict[str, DataStamp] = Field(description="by competition: which data it is run and graded on")
    competition_digests: dict[str, str] = Field({}, description="of each competition's folder, its grader among it")
    competitions: dict[str, CompetitionFacts] = Field(
        description="what each was graded against, so that a report needs nothing else"
    )
    descriptions: dict[str, str] = Field(
        {}, description="SHA-256 of the files that agents read in place of our own, by id"
    )
    leaderboards: dict[str, Leaderboard] = Field({}, description="those that the user named in place of ours, by id")
    aliases: dict[str, foreign.Name] = Field({}, description="by competition: what agents know it by, where obfuscated")
    runs: list[PlannedRun]  # all of them, as planned

    @computed_field  # type: ignore[prop-decorator]
    @property
    def data_sources(self) -> dict[str, str]:
        """By competition: real data, or a miniature."""
        return {competition_id: stamp.source for competition_id, stamp in self.data.items()}

    @model_validator(mode="after")
    def _has_its_aliases(self) -> GroupSpec:
        if self.settings.obfuscate and self.data.keys() - self.aliases.keys():
            raise ValueError("obfuscated, but without an alias for each competition")
        return self

    @model_validator(mode="before")
    @classmethod
    def _stamps_of_former_groups(cls, content: Any) -> Any:
        """Version 0.1 wrote the sources only."""
        if isinstance(content, dict) and "data" not in content and isinstance(content.get("data_sources"), dict):
            stamps = {
                name: {"source": source, "kind": MINIATURE if source == MINIATURE else None}
                for name, source in content["data_sources"].items()
            }
            return {**content, "data": stamps}
        return content


@dataclass(frozen=True)
class RunOptions:
    """How a group is run. `settings` counts when a group is made; the rest, whenever it is run."""

    sandbox: str
    settings: RunSettings = field(default_factory=RunSettings)
    executor: str = "local"
    workers: int | None = None  # runs at a time; null: one on this machine, as many as fit on a cluster
    seeds: int = 1
    step_limit: int = 500
    grace: float = 10.0
    retries: int = 2
    address: str | None = None  # of a Ray cluster
    data_url: str | None = None  # where machines fetch data that they do not have
    descriptions: Path | None = None  # a folder of descriptions, when a group is made
    leaderboards: Path | None = None  # a folder of full leaderboards, when a group is made


def plan_runs(
    competition_ids: Sequence[str], seeds: int, aliases: Mapping[str, str] = MappingProxyType({})
) -> list[PlannedRun]:
    """Seed by seed, so that a group that is stopped early has whole seeds.

    A run's name is to be seen in its sandbox: where there are aliases, it is made of them.
    """
    if seeds < 1:
        raise MlebenchError("A group needs at least one seed.")
    taken = set[str]()
    runs = []
    for seed in range(seeds):
        for competition_id in competition_ids:
            name = aliases.get(competition_id, competition_id)
            while (run_id := f"{name}_{secrets.token_hex(4)}") in taken:
                pass  # of a hundred thousand runs some would have the same
            taken.add(run_id)
            runs.append(PlannedRun(run_id=run_id, competition_id=competition_id, seed=seed))
    return runs

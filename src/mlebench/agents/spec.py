"""What `agent.yaml` says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from mlebench import foreign
from mlebench.errors import WrongUsage
from mlebench.fields import checked, parse_yaml

FILE = "agent.yaml"


class AgentError(WrongUsage):
    """An agent's folder is wrong, or there is none of this name."""


class Needs(BaseModel):
    """What an agent cannot do without; checked against the sandbox before anything starts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: bool = Field(False, description="a language model, through the gateway")
    gpu: bool = False
    network: bool = Field(False, description="the open network")


class AgentSpec(BaseModel):
    """The fields of agent.yaml."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    description: str
    start: tuple[str, ...] = Field(
        min_length=1, description="the command, started in the agent's folder; `python` is the sandbox's Python"
    )
    environment: dict[str, str] = {}
    needs: Needs = Needs()
    image: str | None = Field(None, description="container image, where the sandbox uses one")

    @field_validator("name")
    @classmethod
    def _plain_name(cls, name: str) -> str:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
            raise ValueError("must consist of letters, digits, '.', '_' and '-'")
        return name


@dataclass(frozen=True)
class Agent:
    """An agent and where it lies."""

    spec: AgentSpec
    folder: Path

    @property
    def name(self) -> str:
        """Its name."""
        return self.spec.name

    def entries(self) -> list[foreign.Entry]:
        """The files and inner links that belong to the agent; caches of tools do not. What leads out is refused."""
        return [entry for entry in foreign.entries(self.folder) if entry.kind != "folder"]

    def digest(self) -> str:
        """A fingerprint of all its files, so that a report can say exactly what was run."""
        return foreign.fingerprint(self.folder, self.entries())


def load_agent(folder: Path) -> Agent:
    """Read one agent's folder; what is wrong with it is said with file and field."""
    path = folder / FILE
    spec = checked(lambda: parse_yaml(foreign.read_text(folder, FILE)), AgentSpec.model_validate, path, AgentError)
    if spec.name != folder.name:
        raise AgentError(f"{path}: name: is '{spec.name}', but the folder is called '{folder.name}'")
    return Agent(spec, folder.resolve())

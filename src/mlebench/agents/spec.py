"""What `agent.yaml` says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from mlebench import foreign
from mlebench.agents.arguments import PATHS, Argument, Value, check_names, parse
from mlebench.agents.tools import REQUIREMENTS, Tool
from mlebench.errors import WrongUsage
from mlebench.fields import checked, parse_yaml
from mlebench.names import did_you_mean
from mlebench.sandbox.resources import Resources

FILE = "agent.yaml"
Dialect = Literal["openai-chat", "openai-responses", "anthropic", "gemini"]
_PLAIN = "must consist of letters, digits, '.', '_' and '-'"


def is_plain_name(name: str) -> bool:
    """Whether an agent or a variant may be called so."""
    return re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name) is not None


class AgentError(WrongUsage):
    """An agent's folder is wrong, or there is none of this name."""


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Needs(_Block):
    """What an agent cannot do without; checked against the sandbox before anything starts."""

    model: bool | tuple[Dialect, ...] = Field(
        False, description="a language model, through the gateway; a list names the dialects, any of which will do"
    )
    gpu: bool = False
    network: bool = Field(False, description="the open network")

    @field_validator("model", mode="before")
    @classmethod
    def _known_dialects(cls, model: Any) -> Any:
        known = get_args(Dialect)
        if not isinstance(model, bool) and not (isinstance(model, list | tuple) and model and set(model) <= set(known)):
            raise ValueError(f"must be true, false or a list of {', '.join(known)}")
        return model


class Variant(_Block):
    """What differs in a variant of an agent; arguments are new defaults."""

    description: str | None = None
    arguments: dict[str, Value] = {}
    environment: dict[str, str] = {}
    needs: Needs | None = None
    resources: Resources = Resources()


class AgentSpec(_Block):
    """The fields of agent.yaml."""

    name: str
    description: str
    homepage: str | None = None
    licence: str | None = Field(None, description="of the program that it drives")
    kind: Literal["program", "oracle", "replay"] = Field(
        "program", description="who hands in: the program that is started, or the harness itself (no sandbox is opened)"
    )
    start: tuple[str, ...] = Field(
        (), description="the command, started in the agent's folder; `python` is the sandbox's Python"
    )
    folder: str | None = Field(None, description="the argument whose folder is the agent's, in place of this one")
    environment: dict[str, str] = {}
    arguments: dict[str, Argument] = Field({}, description="what -A key=value may set")
    needs: Needs = Needs()
    resources: Resources = Field(Resources(), description="defaults of a resources file; what the user says wins")
    tools: dict[str, Tool] = Field({}, description="read-only programs, installed by `mlebench agents build`")
    image: str | None = Field(None, description="container image, where the sandbox uses one")
    variants: dict[str, Variant] = Field({}, description="by name, as in --agent NAME/VARIANT: what differs")

    @field_validator("name")
    @classmethod
    def _plain_name(cls, name: str) -> str:
        if not is_plain_name(name):
            raise ValueError(_PLAIN)
        return name

    @field_validator("arguments", "tools")
    @classmethod
    def _names_of_variables(cls, found: dict[str, Any], info: Any) -> dict[str, Any]:
        check_names(found, "ARG" if info.field_name == "arguments" else "TOOL")
        return found

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if (self.kind == "program") != bool(self.start):
            raise ValueError(
                "start: is missing" if not self.start else f"start: an agent of kind {self.kind} starts nothing"
            )
        if self.folder is not None and getattr(self.arguments.get(self.folder), "type", None) != "folder":
            raise ValueError(f"folder: there is no argument '{self.folder}' of type folder")
        for name, variant in self.variants.items():
            if not is_plain_name(name):
                raise ValueError(f"variants.{name}: {_PLAIN}")
            for key, value in variant.arguments.items():
                place = f"variants.{name}.arguments.{key}"
                if key not in self.arguments:
                    raise ValueError(f"{place}: unknown argument")
                try:
                    parse(self.arguments[key].type, value)
                except ValueError as error:
                    raise ValueError(f"{place}: {error}") from error
        return self

    @property
    def opens_sandbox(self) -> bool:
        """Whether there is a program to be started in one."""
        return self.kind == "program"

    @property
    def paths(self) -> frozenset[str]:
        """Arguments that name folders and files of the user's."""
        return frozenset(name for name, argument in self.arguments.items() if argument.type in PATHS)

    def shown(self, values: Mapping[str, Value]) -> tuple[Path, ...]:
        """Folders and files that arguments name, for the sandbox to show; the agent's own folder is there anyway."""
        return tuple(Path(str(values[name])) for name in sorted(self.paths - {self.folder}) if name in values)

    def with_variant(self, name: str) -> AgentSpec:
        """What holds for a variant."""
        if name not in self.variants:
            hint = did_you_mean(name, self.variants, f"See: mlebench agents show {self.name}")
            raise AgentError(f"The agent '{self.name}' has no variant '{name}'.", hint=hint)
        variant = self.variants[name]
        defaults = {
            key: argument.model_copy(update={"default": parse(argument.type, variant.arguments[key])})
            if key in variant.arguments
            else argument
            for key, argument in self.arguments.items()
        }
        return self.model_copy(
            update={
                "description": variant.description or self.description,
                "arguments": defaults,
                "environment": {**self.environment, **variant.environment},
                "needs": variant.needs or self.needs,
                "resources": variant.resources.over(self.resources),
            }
        )


@dataclass(frozen=True)
class Agent:
    """An agent and where it lies."""

    spec: AgentSpec
    folder: Path
    variant: str | None = None
    described_in: Path | None = None  # the folder of agent.yaml, where the agent's own is another

    @property
    def name(self) -> str:
        """Its name, with that of the variant."""
        return f"{self.spec.name}/{self.variant}" if self.variant else self.spec.name

    @property
    def tools(self) -> dict[str, Tool]:
        """Those of agent.yaml; where none names a requirements file, one beside it makes the agent's own Python."""
        tools = self.spec.tools
        if any(tool.pip for tool in tools.values()) or not (self.folder / REQUIREMENTS).is_file():
            return tools
        return {**tools, "python": Tool(pip=REQUIREMENTS)}

    def with_folder_of(self, arguments: Mapping[str, Value]) -> Agent:
        """The agent whose folder is that of an argument, where its agent.yaml says so."""
        if self.spec.folder is None or self.spec.folder not in arguments:
            return self
        folder = Path(str(arguments[self.spec.folder])).resolve()
        return replace(self, folder=folder, described_in=self.described_in or self.folder)

    @property
    def agents_dir(self) -> Path:
        """Where it is found by its name."""
        return (self.described_in or self.folder).parent

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

"""Tools: large read-only programs of an agent, kept by content in a folder of the user's and shown in its sandboxes."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from platformdirs import user_cache_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mlebench import foreign
from mlebench.errors import WrongUsage
from mlebench.locks import wait_for_lock

if TYPE_CHECKING:
    from mlebench.agents.spec import Agent

REQUIREMENTS = "requirements.txt"
_FORM = 1  # of a tool's folder: another number makes other keys
_FACTS = "tool.json"  # written last: a tool without it is not there
_SKIPPED = "__pycache__"  # Python may rewrite what it compiled


class Tool(BaseModel):
    """What to install: packages of npm, or a virtual environment with the packages of a requirements file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    npm: tuple[str, ...] = Field((), description="packages, such as NAME@VERSION")
    pip: str | None = Field(None, description="a requirements file in the agent's folder")
    python: str | None = Field(None, pattern=r"^3\.\d+$", description="such as 3.12; default: the harness's own")
    dependencies: bool = Field(True, description="false: packages are installed without what they require")

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if bool(self.npm) == bool(self.pip):
            raise ValueError("must have either npm or pip")
        if self.npm and (self.python or not self.dependencies):
            raise ValueError("python and dependencies go with pip only")
        if any(not re.fullmatch(r"[@\w][\w./@+~^-]*", package) for package in self.npm):
            raise ValueError("npm: packages are named as NAME or NAME@VERSION")
        return self


class BuiltTool(BaseModel):
    """tool.json: what was installed."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    versions: dict[str, str]  # of what was asked for, and of the Python
    packages: dict[str, str]  # of everything that was installed
    digest: str  # of names and contents of all files
    state: str  # of names, sizes and times: a change shows without reading all
    interpreter: tuple[Path, ...] = ()  # folders outside that a virtual environment needs


class ToolRecord(BaseModel):
    """What a run's record says of a tool."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    versions: dict[str, str] = {}  # of what was asked for
    digest: str  # of names and contents of all its files


@dataclass(frozen=True)
class ToolPlace:
    """Where a tool lies once it is built: a folder of its own, named after what it is made from."""

    name: str
    tool: Tool
    requirements: bytes | None  # the content of the file

    @classmethod
    def of(cls, agent: Agent, name: str, tool: Tool) -> ToolPlace:
        """The place of one tool of an agent."""
        try:
            return cls(name, tool, foreign.read_bytes(agent.folder, tool.pip) if tool.pip else None)
        except OSError as error:
            raise WrongUsage(
                f"{agent.folder / str(tool.pip)}: cannot be read ({error.strerror}), but tools.{name} names it."
            ) from error

    @property
    def key(self) -> str:
        """The same wherever the same things are installed on the same kind of machine."""
        lines = sorted(line.strip() for line in (self.requirements or b"").decode(errors="replace").splitlines())
        wanted = {
            "form": _FORM,
            "machine": [sys.platform, platform.machine()],
            "npm": self.tool.npm,
            "pip": [line for line in lines if line and not line.startswith("#")],
            "python": self.python if self.tool.pip else None,
            "dependencies": self.tool.dependencies,
        }
        return hashlib.sha256(json.dumps(wanted).encode()).hexdigest()[:16]

    @property
    def python(self) -> str:
        """The version that was asked for, or that of the harness."""
        return self.tool.python or f"{sys.version_info.major}.{sys.version_info.minor}"

    @property
    def folder(self) -> Path:
        """Holds the tool, its facts, and the log of its installation."""
        return user_cache_path("mle-bench", appauthor=False) / "tools" / f"{self.name}-{self.key}"

    @property
    def root(self) -> Path:
        """The tool itself."""
        return self.folder / "root"

    @property
    def log(self) -> Path:
        """What the installer said."""
        return self.folder / "install.log"

    @property
    def facts(self) -> Path:
        """Says that it is there, and what it is."""
        return self.folder / _FACTS

    @property
    def programs(self) -> Path:
        """What stands in PATH."""
        return self.root / ("bin" if self.tool.pip else "node_modules/.bin")

    def built(self) -> BuiltTool | None:
        """What is there, or null."""
        try:
            return BuiltTool.model_validate_json(self.facts.read_bytes())
        except (OSError, ValidationError):
            return None


def tool_places(agent: Agent) -> list[ToolPlace]:
    """All tools of an agent."""
    return [ToolPlace.of(agent, name, tool) for name, tool in agent.tools.items()]


def require_built(agent: Agent) -> dict[ToolPlace, BuiltTool]:
    """The tools of an agent, as they were built; nothing is installed that nobody asked for."""
    found: dict[ToolPlace, BuiltTool] = {}
    command = build_command(agent)
    for place in tool_places(agent):
        built = place.built()
        if built is None:
            raise ToolsMissing(
                f"The agent '{agent.name}' uses the tool '{place.name}', which is not installed on {platform.node()}.",
                hint=f"Install it with: {command}",
            )
        if state_of(place.root) != built.state or not all(folder.is_dir() for folder in built.interpreter):
            raise ToolsMissing(
                f"The tool '{place.name}' of the agent '{agent.name}' is not as it was installed ({place.root}).",
                hint=f"Install it again with: {command} --force",
            )
        found[place] = built
    return found


@contextmanager
def in_use(agent: Agent) -> Iterator[dict[ToolPlace, BuiltTool]]:
    """The tools of an agent, which nobody installs anew meanwhile."""
    with ExitStack() as held:
        for place in tool_places(agent):
            with suppress(OSError):  # not installed, which is told below
                wait_for_lock(held.enter_context((place.folder / ".lock").open("rb")), shared=True)
        yield require_built(agent)


def build_command(agent: Agent) -> str:
    """What to type to install an agent's tools."""
    command = ["mlebench", "agents", "build", agent.spec.name]
    if agent.agents_dir != Path(__file__).resolve().parent:
        command += ["--agents-dir", str(agent.agents_dir)]
    if agent.described_in is not None:
        command += ["-A", f"{agent.spec.folder}={agent.folder}"]
    return shlex.join(command)


class ToolsMissing(WrongUsage):
    """A tool of an agent is not there, or not what it was."""


def files_of(root: Path) -> Iterator[tuple[str, Path]]:
    """Every file and link of a tool, sorted by its name below the root."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name != _SKIPPED)
        for name in sorted([*files, *(each for each in folders if Path(folder, each).is_symlink())]):
            path = Path(folder, name)
            yield path.relative_to(root).as_posix(), path


def state_of(root: Path) -> str:
    """Names, sizes and times: quickly compared before each group of runs. Whole seconds, as archives keep them."""
    digest = hashlib.sha256()
    for name, path in files_of(root):
        facts = path.lstat()
        about = path.readlink() if path.is_symlink() else f"{facts.st_size} {int(facts.st_mtime)}"
        digest.update(f"{name}\0{about}\0".encode(errors="surrogateescape"))
    return digest.hexdigest()


def digest_of(root: Path) -> str:
    """Names and contents."""
    digest = hashlib.sha256()
    for name, path in files_of(root):
        if path.is_symlink():
            content = f"-> {path.readlink()}".encode(errors="surrogateescape")
        else:
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").digest()
        digest.update(name.encode(errors="surrogateescape") + b"\0" + content)
    return digest.hexdigest()


def tool_records(tools: Mapping[ToolPlace, BuiltTool]) -> dict[str, ToolRecord]:
    """What records say of tools, by name."""
    return {place.name: ToolRecord(versions=built.versions, digest=built.digest) for place, built in tools.items()}


def shown_tools(tools: Mapping[ToolPlace, BuiltTool]) -> tuple[Path, ...]:
    """What sandboxes show: the tools, and the interpreters that they were made from."""
    return tuple(path for place, built in tools.items() for path in (place.root, *built.interpreter))

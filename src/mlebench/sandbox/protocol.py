"""What a sandbox is: the protocol that every back end keeps, and the records that pass through it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path, PurePath, PurePosixPath
from typing import ClassVar, Literal, Protocol

from mlebench.errors import MlebenchError

OUTPUTS = ("submission", "logs", "code")


class SandboxError(MlebenchError):
    """The sandbox could not be opened or kept: a fault of the machine, never of the agent."""


@dataclass(frozen=True)
class Capabilities:
    """What a back end promises. It is checked before anything starts, and reports carry it."""

    isolated: bool  # files and processes outside the sandbox are out of reach
    read_only_data: bool
    no_network: bool  # only the gateway can be reached
    gpu: bool

    def names(self) -> list[str]:
        """The promises that hold, as words."""
        return [each.name.replace("_", "-") for each in fields(self) if getattr(self, each.name)]


@dataclass(frozen=True)
class SandboxPaths:
    """The sandbox as its agent sees it."""

    home: PurePosixPath
    data: PurePosixPath
    submission: PurePosixPath
    logs: PurePosixPath
    code: PurePosixPath
    agent: PurePosixPath
    instructions: PurePosixPath
    validate: PurePosixPath
    command: PurePosixPath  # `mlebench mcp`

    @property
    def read_only(self) -> tuple[PurePosixPath, ...]:
        """The files among them that the agent may read and not change."""
        return (self.instructions, self.validate, self.command)

    @classmethod
    def below(cls, home: PurePosixPath | Path | str) -> SandboxPaths:
        """The usual names below `home`."""
        home = PurePosixPath(home)
        return cls(
            home=home,
            data=home / "data",
            submission=home / "submission",
            logs=home / "logs",
            code=home / "code",
            agent=home / "agent",
            instructions=home / "instructions.txt",
            validate=home / "validate_submission.sh",
            command=home / "mlebench",
        )


@dataclass(frozen=True)
class SandboxSpec:
    """One sandbox, ready to be entered: everything that a back end needs to know.

    `folder` is on the host and already filled (submission/, logs/, code/, agent/, instructions.txt,
    validate_submission.sh, mlebench); the back end adds `data` and shows it all to the agent where `paths` says.
    """

    run_id: str
    folder: Path
    data: Path
    command: tuple[str, ...]  # started in the agent's folder
    environment: Mapping[str, str]
    output: Path  # what the agent prints
    image: str | None = None
    doors: Mapping[int, Path] = field(default_factory=dict)  # port on the sandbox's loopback -> Unix socket of the host
    shown: tuple[Path, ...] = ()  # folders and files of the host that it also shows, read only, where they lie
    programs: tuple[PurePath, ...] = ()  # folders that come first in PATH, as the sandbox sees them
    forwarder: Path | None = None  # the script that opens the doors from inside; needed where there are any


@dataclass(frozen=True)
class Outcome:
    """How a sandbox ended. `exit_code` is null where the agent was killed; `signal` says by what."""

    exit_code: int | None
    signal: int | None
    cpu_seconds: float | None
    peak_memory_bytes: int | None
    stragglers: int = 0  # processes that were still there when the agent itself had ended
    exceeded: Literal["memory", "disk", "processes"] | None = None  # the limit that the agent came up against
    enforced: Mapping[str, str] = field(default_factory=dict)  # limit -> by what means; absent: not enforced
    image_digest: str | None = None


class RunningSandbox(Protocol):
    """A sandbox in which an agent works."""

    def wait(self, timeout: float) -> Outcome | None:
        """The outcome, or null where the agent still works after `timeout` seconds."""

    def terminate(self, grace: float) -> Outcome:
        """End every process of the sandbox: a request first, by force after `grace` seconds."""

    def close(self) -> None:
        """Give back what the sandbox used. Nothing of it runs any more afterwards."""


class SandboxBackend(Protocol):
    """A back end."""

    uses_engine: ClassVar[bool]  # whether a container engine, with its images and runtimes, stands behind it

    @property
    def name(self) -> str:
        """As on the command line."""

    @property
    def capabilities(self) -> Capabilities:
        """What it promises."""

    @property
    def own_loopback(self) -> bool:
        """Whether sandboxes have a loopback of their own, on which doors can be opened at fixed ports."""

    def check(self) -> None:
        """Raise SandboxError, with the remedy, where it cannot work on this machine."""

    def prepare(self, image: str | None, folder: Path) -> str | None:
        """The image for the sandboxes of the agent in `folder`, ready to be used; null where none is needed."""

    def paths(self, folder: Path) -> SandboxPaths:
        """Where the agent will find what lies in `folder` on the host."""

    def start(self, sandbox: SandboxSpec) -> RunningSandbox:
        """Open the sandbox and start the agent."""

    def recover(self, run_id: str) -> None:
        """End what a harness that died has left of this run's sandbox."""

"""run.json: what is known of one run, written whenever it changes."""

from __future__ import annotations

import errno
import hashlib
import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, field_validator

from mlebench import foreign
from mlebench.agents.arguments import Value
from mlebench.agents.tools import ToolRecord
from mlebench.data.manifest import DataKind
from mlebench.errors import MlebenchError
from mlebench.fields import reason
from mlebench.files import write_atomically
from mlebench.gateway.model import ModelUsage
from mlebench.runs.listed import RUN_FILE, State
from mlebench.sandbox import Resources

STATES = get_args(State)  # that this version knows
FailureKind = Literal["agent", "time_limit", "infrastructure"]

_PUBLIC = (
    "The validator was given the submission and public files only, so that it could compute no score (by construction: "
    "its code opens nothing else)."
)
_GRADED = (
    "The competition's grader has no check of its own: each validator call ran the whole grader on the answers. It "
    "told no score, but its verdicts may depend on the answers."
)
_ISOLATED = (
    "Answers lay outside the sandbox, which the harness closed before it graded (by the sandbox's mounts and the time "
    "stamps of this record)."
)
_OPEN = "The sandbox isolates nothing: whatever the user of this machine can read, the agent could read too."
_PACKAGES = ("mlebench", "genai-prices", "numpy", "pandas", "scikit-learn", "scipy")


def now() -> datetime:
    """The present moment; all times on disk are UTC."""
    return datetime.now(UTC)


def versions_here() -> dict[str, str]:
    """What may change results, as it is installed on this machine."""
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _is_broken(error: Exception) -> bool:
    """Not so where a disk does not answer, nor where a later version may have written what is not understood."""
    if isinstance(error, ValidationError):
        return error.errors()[0]["type"] == "json_invalid"
    reason = error.__cause__ if isinstance(error, foreign.ForeignError) else error
    return not isinstance(reason, OSError) or reason.errno in (errno.ENOENT, errno.ELOOP, errno.ENOTDIR, errno.ENXIO)


class _Stored(BaseModel):
    # Files of a later version may hold more, and those of 0.1 have other names for some fields: all stay readable.
    model_config = ConfigDict(extra="ignore", validate_by_name=True)


class RecordError(MlebenchError):
    """A record cannot be read; `broken` where it is known to be damaged or gone, rather than just not readable now."""

    def __init__(self, message: str, *, broken: bool) -> None:
        super().__init__(message, hint=None if broken else "Nothing is run again before it can be read.")
        self.broken = broken


class Failure(_Stored):
    """Why a run did not end well, and whose fault it is."""

    kind: FailureKind | str  # whose fault it is; a later version may know more
    message: str  # what happened, in a sentence


class Ending(_Stored):
    """How an agent ended whose sandbox is still to be collected."""

    state: State  # what the run will be
    failure: Failure | None = None  # why it did not end well


class Submission(_Stored):
    """What was handed in, as it was taken out of the sandbox."""

    bytes: int  # its size
    sha256: str  # its digest

    @staticmethod
    def of(path: Path) -> Submission | None:
        """The facts about a file, or null where there is none."""
        if not path.is_file():
            return None
        with path.open("rb", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            return Submission(bytes=size, sha256=hashlib.file_digest(file, "sha256").hexdigest())


class Snapshot(Submission):
    """The submission as it was while the agent still worked."""

    seconds: float  # since the agent started
    path: foreign.InnerPath  # below the run's folder


class Sealed(_Stored):
    """Which channels led out of the sandbox while the agent worked, and what is known of scores on them."""

    channels: list[str]  # what could be reached: the validator, a model, listed hosts, the network
    validator_calls: int = 0  # how often the agent asked it
    validator: Literal["public", "graded"] = "graded"  # what it worked with: runs of 0.1.0 called the whole grader
    sandbox_closed_at: datetime = Field(
        validation_alias=AliasChoices("sandbox_closed_at", "room_closed_at"), description="grading began later"
    )
    statement: str  # what follows from this, and how it is known

    @classmethod
    def of(cls, channels: list[str], calls: int, closed_at: datetime, *, knows_answers: bool, isolated: bool) -> Sealed:
        """State what holds for this run, and how that is known."""
        return cls(
            channels=channels,
            validator_calls=calls,
            validator="graded" if knows_answers else "public",
            sandbox_closed_at=closed_at,
            statement=" ".join([_GRADED if knows_answers else _PUBLIC, _ISOLATED if isolated else _OPEN]),
        )


class RunRecord(_Stored):
    """The content of run.json. What a later version wrote is kept and shown, even where this one does not know it."""

    model_config = ConfigDict(extra="allow")

    run_id: str  # the folder's name
    competition_id: foreign.Name  # what the agent worked on
    agent: str  # its name
    kind: str = "program"  # who hands in: the agent's program, or the harness itself (oracle, replay)
    seed: int  # which of the group's seeds, from 0; the agent finds it in SEED
    state: State | Literal["unreadable"] | str = "planned"  # how far it is; a later version may know more
    failure: Failure | None = None  # why it did not end well; null where it did
    uncollected: Ending | None = None  # the sandbox still holds what the agent has made: it is not cleared before

    attempt: int = 0  # how often it was started; faults of the machine are tried again
    exit_code: int | None = None  # of the agent's command
    signal: int | None = None  # that ended the agent's command
    created_at: datetime  # when it was planned
    started_at: datetime | None = None  # when the agent of the last attempt started
    heartbeat_at: datetime | None = None  # when the harness last saw to it
    finished_at: datetime | None = None  # when the sandbox had closed
    duration_seconds: float | None = None  # from the agent's start to its end
    cpu_seconds: float | None = None  # of all processes of the sandbox; null where they could not be measured
    peak_memory_bytes: int | None = None  # of all processes of the sandbox; null where it could not be measured

    sandbox: str  # its kind: bubblewrap, docker, apptainer or process
    guarantees: list[str] = []  # what this kind of sandbox promises, such as isolated
    time_limit_seconds: float  # when the harness ends the agent
    step_limit: int  # told to the agent in STEP_LIMIT; whether it counts steps is up to it
    arguments: dict[str, Value] = {}  # of the agent, by name; it finds each in ARG_NAME
    model_name: str | None = None  # the model that the agent was told to ask for, in MODEL
    tools: dict[str, ToolRecord] = {}  # read-only programs of the agent, as they were installed
    data: DataKind | None = None  # what it is run and graded on; null: a group of version 0.1
    alias: str | None = None  # what the agent knew the competition by; null: by its id, with its own description
    description_digest: str | None = None  # SHA-256 of the description that the user named; null: the agent read ours
    leaderboard_digest: str | None = None  # SHA-256 of the leaderboard file that the user named; null: ours
    not_hidden: list[str] = []  # where the competition was obfuscated: names and words that may lead to it all the same
    resources: Resources | None = None  # what the machine could give of what was asked for
    resource_differences: list[str] = Field(
        [],
        validation_alias=AliasChoices("resource_differences", "strays"),
        description="what the machine could not give of the benchmark's resources, in sentences",
    )
    enforced: dict[str, str] = {}  # limit -> by what means; absent: not enforced
    exceeded: str | None = None  # the limit that the agent came up against
    stragglers: int = 0  # processes that were still there when the agent itself had ended
    image_digest: str | None = None  # of the container's image; null where there is none
    host: str | None = None  # the machine's name
    hardware: dict[str, str | int | float] = {}  # processor, cores, memory and graphics cards of the machine
    harness_pid: int | None = None  # the process that runs it, or ran it
    versions: dict[str, str] = {}  # of Python and of packages that may change results

    model: ModelUsage | None = None  # tokens and cost; null where no model could be reached
    model_trouble: str | None = None  # why no call of a model was answered; null where one was, or none was made
    hosts: dict[str, Any] | None = None  # what was asked of listed hosts

    submission: Submission | None = None  # what was handed in; null: nothing
    snapshots: list[Snapshot] = []  # the submission over time, where it was asked for
    left_behind: list[str] = []  # what was not taken out of the sandbox, and why
    earlier_failures: list[Failure] = []  # of the machine; the run was tried again
    sealed: Sealed | None = None  # the statement about sealed scores; null until the sandbox has closed
    validator_faults: int = 0  # submissions that the validator failed to check; the log of the group says why

    @field_validator("submission", "sealed", mode="before")
    @classmethod
    def _nothing_yet(cls, value: object) -> object:
        return None if value == {} else value  # as runs of 0.1 that had not begun have it

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do: a fault of the machine or a cancellation is worth another try."""
        if self.state == "failed":
            return self.failure is None or self.failure.kind != "infrastructure"
        return self.state not in ("planned", "running", "cancelled", "unreadable")  # unknown: not ours to repeat

    @classmethod
    def load(cls, folder: Path) -> RunRecord:
        """Read the run of a folder."""
        path = folder / RUN_FILE
        try:
            record = cls.model_validate_json(foreign.read_bytes(folder, RUN_FILE))
        except (OSError, ValidationError, foreign.ForeignError) as error:
            raise RecordError(f"{path}: cannot be read ({reason(error)})", broken=_is_broken(error)) from error
        # By this name processes, containers and control groups are looked for and ended.
        if record.run_id != folder.name:
            raise RecordError(f"{path}: is the record of another run ({record.run_id!a}).", broken=True)
        return record

    def save(self, folder: Path) -> None:
        """Write the run's file."""
        write_atomically(folder / RUN_FILE, self.to_json())

    def to_json(self) -> str:
        """The content of the run's file."""
        return self.model_dump_json(indent=2) + "\n"

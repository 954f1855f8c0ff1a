"""Executors by name: who carries the runs of a group out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol, cast

from mlebench.plugins import Plugin, PluginTable

if TYPE_CHECKING:
    from mlebench.runs.execute import Listener, RunJob
    from mlebench.runs.group import RunGroup
    from mlebench.runs.plan import RunOptions

EXECUTORS = PluginTable(
    "executor",
    "mlebench.executors",
    {
        "local": Plugin("mlebench.runs.local", "LocalExecutor", about="this machine"),
        "ray": Plugin("mlebench.runs.cluster.executor", "RayExecutor", extra="ray", about="a Ray cluster"),
        "slurm": Plugin("mlebench.runs.slurm", "SlurmExecutor", about="a job script for you to submit"),
    },
)


class Executor(Protocol):
    """Carries jobs out, in any order and anywhere; what happens stands in each run's folder."""

    here: ClassVar[bool]  # whether runs use this machine, so that its GPUs must do
    waits: ClassVar[bool]  # whether `run` returns when all jobs have ended; else `next_step` says how to go on
    own_options: ClassVar[frozenset[str]]  # fields of RunOptions that are for it alone

    @classmethod
    def check(cls, options: RunOptions) -> None:
        """Raise, before anything is written, where it could not carry such runs out."""

    @classmethod
    def for_group(cls, group: RunGroup, options: RunOptions, data_dir: Path) -> Executor:
        """One that carries out runs of this group."""

    def run(self, jobs: Sequence[RunJob], on_change: Listener) -> None:
        """KeyboardInterrupt ends all jobs first, then goes on."""

    @classmethod
    def next_step(cls, group: RunGroup) -> str:
        """What the user has to do now."""


def executor_kind(name: str) -> type[Executor]:
    """The class of this name."""
    return cast("type[Executor]", EXECUTORS.load(name))

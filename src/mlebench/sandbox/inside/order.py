"""What the harness tells a keeper, and what a keeper answers. Both sides are checked against these types.

They travel as JSON. The keeper itself imports nothing of this: it has to start quickly, on any Python.
"""

from __future__ import annotations

from typing import Literal, TypedDict


class KeeperLimits(TypedDict):
    """The limits that the keeper sees to, from inside."""

    rlimits: dict[str, int]  # by the end of their names: FSIZE, NPROC, ...
    cpus: list[int] | None
    memory: int | None
    disk: int | None
    files: int | None  # and folders, in those folders
    disk_folders: list[str]


class Order(TypedDict):
    """What to run, as whom, within which limits."""

    command: list[str]
    environment: dict[str, str]
    programs: list[str]  # folders that come first in PATH, before those that the sandbox has
    folder: str
    doors: dict[str, str]  # port -> path of a socket
    forwarder: str
    interpreter: list[str]  # what starts it
    user: tuple[int, int] | None
    limits: KeeperLimits


class Report(TypedDict):
    """How the agent ended."""

    exit_code: int | None
    signal: int | None
    cpu_seconds: float
    peak_memory_bytes: int
    largest_process_bytes: int
    stragglers: int
    exceeded: Literal["memory", "disk"] | None

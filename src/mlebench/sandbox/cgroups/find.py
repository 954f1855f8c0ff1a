"""Which way to a control group this machine offers, found out by trying."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from mlebench.sandbox.cgroups.groups import PARENT, FolderGroup, Group, Limits, ScopeGroup, systemd_run

_MOUNTS = Path("/proc/self/mountinfo")
_BOOTED = Path("/run/systemd/system")  # there where systemd runs the machine
_CONTROLLERS = ("memory", "pids", "cpu", "cpuacct")
_TRY_SECONDS = 5.0
_TINY = Limits(memory=64 << 20, processes=64, cpus=1)


@dataclass(frozen=True)
class Trees:
    """Where the hierarchies are mounted."""

    unified: Path | None = None
    older: dict[str, Path] = field(default_factory=dict)  # by controller


def find_trees(mounts: str) -> Trees:
    """Read the kernel's list of mounts."""
    unified: Path | None = None
    older: dict[str, Path] = {}
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.split(" ", 2)
        place = Path(left.split()[4])
        if kind == "cgroup2":
            unified = place
        elif kind == "cgroup":
            older |= {name: place for name in options.split(",") if name in _CONTROLLERS}
    return Trees(unified, older)


@cache
def best_way() -> tuple[str, Trees]:
    """`systemd`, `v2`, `v1` or nothing; tried once."""
    try:
        trees = find_trees(_MOUNTS.read_text())
    except OSError:
        return "", Trees()
    if trees.unified is not None and not trees.older and _systemd_works():
        return "systemd", trees
    if trees.unified is not None and _delegate(trees.unified):
        return "v2", trees
    if {"memory", "pids"} <= set(trees.older) and all(_writable(place / PARENT) for place in trees.older.values()):
        return "v1", trees
    return "", trees


def open_group(run_id: str, limits: Limits) -> Group | None:
    """A group for one sandbox, or null where this machine offers none."""
    way, trees = best_way()
    if way == "systemd":
        return ScopeGroup(run_id, limits)
    folders = _folders(run_id, way, trees)
    return FolderGroup(1 if way == "v1" else 2, folders, limits) if folders else None


def end_leftovers(run_id: str) -> None:
    """End what a dead harness left in the group of a sandbox, and take the group away."""
    way, trees = best_way()
    if way == "systemd":
        manager = [] if os.geteuid() == 0 else ["--user"]
        with suppress(OSError, subprocess.TimeoutExpired):
            command = ["systemctl", *manager, "kill", "--signal=KILL", f"{PARENT}-{run_id}.scope"]
            subprocess.run(command, capture_output=True, timeout=_TRY_SECONDS)
    for folder in set(_folders(run_id, way, trees).values()):
        deadline = time.monotonic() + _TRY_SECONDS
        while folder.exists() and time.monotonic() < deadline:
            with suppress(OSError):
                for process in map(int, (folder / "cgroup.procs").read_text().split()):
                    with suppress(ProcessLookupError):
                        if process:  # 0 stands for one that this container cannot see, and would be ourselves
                            os.kill(process, signal.SIGKILL)
            with suppress(OSError):
                folder.rmdir()
                break
            time.sleep(0.02)


def _folders(run_id: str, way: str, trees: Trees) -> dict[str, Path]:
    if way == "v1":
        return {name: place / PARENT / run_id for name, place in trees.older.items()}
    if way == "v2" and trees.unified is not None:
        return dict.fromkeys(("memory", "pids", "cpu"), trees.unified / PARENT / run_id)
    return {}


def _systemd_works() -> bool:
    """Whether a scope can be made, and leaves open the files that a sandbox is started with."""
    if not _BOOTED.is_dir() or shutil.which("systemd-run") is None:
        return False
    unit = f"{PARENT}-try-{os.getpid()}.scope"
    ours, theirs = os.pipe()
    try:
        command = [*systemd_run(unit, _TINY), "--", "sh", "-c", f"echo here > /proc/self/fd/{theirs}"]
        subprocess.run(command, capture_output=True, timeout=_TRY_SECONDS, pass_fds=[theirs])
        os.close(theirs)
        theirs = -1
        return os.read(ours, 16) == b"here\n"
    except (OSError, subprocess.TimeoutExpired):
        return False
    finally:
        os.close(ours)
        if theirs >= 0:
            os.close(theirs)


def _delegate(root: Path) -> bool:
    """Make our own branch of the unified hierarchy and hand the controllers down to it."""
    try:
        if not {"memory", "pids"} <= set((root / "cgroup.controllers").read_text().split()):
            return False
        wanted = "+memory +pids +cpu"
        (root / "cgroup.subtree_control").write_text(wanted)
        (root / PARENT).mkdir(exist_ok=True)
        (root / PARENT / "cgroup.subtree_control").write_text(wanted)
    except OSError:
        return False
    return True


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)

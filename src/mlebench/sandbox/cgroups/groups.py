"""Control groups: limits that hold for all processes of a sandbox together."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from mlebench.sandbox.cgroups.readings import Readings, v1_readings, v2_readings
from mlebench.sandbox.wire import Usage

PARENT = "mlebench"
_PERIOD = 100_000  # microseconds over which CPU time is counted
_ENTER = 'for list in $LISTS; do echo $$ > "$list" || exit 1; done; exec "$@"'


@dataclass(frozen=True)
class Limits:
    """What a group may use."""

    memory: int
    processes: int
    cpus: float


class Group(Protocol):
    """One control group. It exists from the moment on that the command that `wrap` makes has started."""

    def wrap(self, command: Sequence[str]) -> list[str]:
        """The command, started inside the group."""

    def enforced(self, process: int) -> dict[str, str]:
        """Which limits are in force, and by what; `process` is the wrapped command."""

    def sample(self) -> None:
        """Note what is in use."""

    def usage(self) -> Usage:
        """What was used."""

    def remove(self) -> None:
        """Take the group away. Nothing may run in it any more."""


class FolderGroup:
    """A group made by writing below /sys/fs/cgroup: `folders` has one entry, or one per controller."""

    def __init__(self, version: int, folders: Mapping[str, Path], limits: Limits) -> None:
        self.version, self.folders, self.limits = version, folders, limits
        self._in_force: list[str] = []
        for folder in set(folders.values()):
            folder.mkdir(parents=True, exist_ok=True)
        quota = str(int(limits.cpus * _PERIOD))
        if version == 1:
            self._set("memory", "memory.limit_in_bytes", str(limits.memory))
            with suppress(OSError):  # memory and swap together; not every kernel counts swap
                (folders["memory"] / "memory.memsw.limit_in_bytes").write_text(str(limits.memory))
            self._set("processes", "pids.max", str(limits.processes))
            self._set("cpus", "cpu.cfs_quota_us", quota)
            self.readings = v1_readings(folders)
        else:
            self._set("memory", "memory.max", str(limits.memory))
            with suppress(OSError):
                (folders["memory"] / "memory.swap.max").write_text("0")
            self._set("processes", "pids.max", str(limits.processes))
            self._set("cpus", "cpu.max", f"{quota} {_PERIOD}")
            self.readings = v2_readings(folders["memory"])

    def _set(self, limit: str, file: str, value: str) -> None:
        folder = self.folders.get(file.split(".")[0])
        with suppress(OSError):
            if folder is not None:
                (folder / file).write_text(value)
                self._in_force.append(limit)

    def wrap(self, command: Sequence[str]) -> list[str]:
        """A outer enters the group, then becomes the command: nothing of it ever runs outside."""
        lists = " ".join(str(folder / "cgroup.procs") for folder in sorted(set(self.folders.values())))
        return ["/bin/sh", "-c", f"LISTS='{lists}'; {_ENTER}", "sh", *command]

    def enforced(self, process: int) -> dict[str, str]:
        """What could be written."""
        return dict.fromkeys(self._in_force, f"cgroup v{self.version}")

    def sample(self) -> None:
        """Note what is in use."""
        self.readings.sample()

    def usage(self) -> Usage:
        """What was used."""
        self.readings.sample()
        return self.readings.usage

    def remove(self) -> None:
        """The kernel needs a moment after the last process."""
        for folder in set(self.folders.values()):
            for _ in range(100):
                try:
                    folder.rmdir()
                except FileNotFoundError:
                    pass
                except OSError:
                    time.sleep(0.02)
                    continue
                break


class ScopeGroup:
    """A transient scope of systemd, the user's own manager or the system's."""

    def __init__(self, run_id: str, limits: Limits) -> None:
        self.limits = limits
        self.unit = f"{PARENT}-{run_id}.scope"
        self.readings = Readings()

    def wrap(self, command: Sequence[str]) -> list[str]:
        """`systemd-run --scope` becomes the command itself."""
        return [*systemd_run(self.unit, self.limits), "--", *command]

    def enforced(self, process: int) -> dict[str, str]:
        """systemd passes over what its own group was not given, so look at what the kernel has."""
        try:
            lines = Path(f"/proc/{process}/cgroup").read_text().splitlines()
            path = next(line.split(":", 2)[2] for line in lines if line.startswith("0::"))
        except (OSError, StopIteration):
            return {}
        folder = Path("/sys/fs/cgroup") / path.lstrip("/")
        self.readings = v2_readings(folder)
        files = {"memory": "memory.max", "processes": "pids.max", "cpus": "cpu.max"}
        return {
            limit: "cgroup v2 (systemd)"
            for limit, file in files.items()
            if (folder / file).exists() and not (folder / file).read_text().startswith("max")
        }

    def sample(self) -> None:
        """Note what is in use."""
        self.readings.sample()

    def usage(self) -> Usage:
        """What was used."""
        self.readings.sample()
        return self.readings.usage

    def remove(self) -> None:
        """systemd removes a scope with its last process."""


def systemd_run(unit: str, limits: Limits) -> list[str]:
    """The start of a command line that puts the rest of it into a scope."""
    properties = {
        "MemoryMax": str(limits.memory),
        "MemorySwapMax": "0",
        "TasksMax": str(limits.processes),
        "CPUQuota": f"{max(1, round(limits.cpus * 100))}%",
    }
    manager = [] if os.geteuid() == 0 else ["--user"]
    settings = [part for name, value in properties.items() for part in ("-p", f"{name}={value}")]
    return ["systemd-run", *manager, "--scope", "--quiet", "--collect", f"--unit={unit}", *settings]

"""What a control group says about its processes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from mlebench.sandbox.wire import Usage


@dataclass
class Readings:
    """The figures of one group, kept because some groups vanish with their last process."""

    memory: Path | None = None
    cpu: Path | None = None
    cpu_unit: float = 1e-9
    cpu_field: str | None = None
    oom: Path | None = None
    processes: Path | None = None
    stat: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)

    def sample(self) -> None:
        """Read all of them again."""
        peak, cpu, killed = self.usage.peak_memory_bytes, self.usage.cpu_seconds, self.usage.out_of_memory
        with suppress(OSError, ValueError):
            if self.memory is not None:
                # Without the page cache, which grows until the limit whatever an agent does.
                held = _fields(self.memory)
                peak = max(peak or 0, sum(held.get(name, 0) for name in self.stat))
        with suppress(OSError, ValueError):
            if self.cpu is not None:
                text = self.cpu.read_text()
                spent = _fields(self.cpu)[self.cpu_field] if self.cpu_field else int(text)
                cpu = round(spent * self.cpu_unit, 3)
        with suppress(OSError, ValueError):
            if self.oom is not None:
                killed = killed or _fields(self.oom).get("oom_kill", 0) > 0
        refused = self.usage.out_of_processes
        with suppress(OSError, ValueError):
            if self.processes is not None:
                refused = refused or _fields(self.processes).get("max", 0) > 0
        self.usage = Usage(cpu, peak, killed, refused)


def v1_readings(folders: Mapping[str, Path]) -> Readings:
    """Where the older hierarchy keeps its figures."""
    memory, accounting, processes = folders.get("memory"), folders.get("cpuacct"), folders.get("pids")
    return Readings(
        memory=memory / "memory.stat" if memory else None,
        cpu=accounting / "cpuacct.usage" if accounting else None,
        oom=memory / "memory.oom_control" if memory else None,
        processes=processes / "pids.events" if processes else None,
        stat=("total_rss", "total_shmem"),
    )


def v2_readings(folder: Path) -> Readings:
    """Where the unified hierarchy keeps its figures."""
    return Readings(
        memory=folder / "memory.stat",
        cpu=folder / "cpu.stat",
        cpu_unit=1e-6,
        cpu_field="usage_usec",
        oom=folder / "memory.events",
        processes=folder / "pids.events",
        stat=("anon", "shmem"),
    )


def _fields(path: Path) -> dict[str, int]:
    pairs = (line.split() for line in path.read_text().splitlines())
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2}

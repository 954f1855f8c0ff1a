"""How much of the machine one run may use, from one YAML file; and how that differs from the benchmark's."""

from __future__ import annotations

import os
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from mlebench.errors import WrongUsage
from mlebench.fields import checked, parse_yaml

GIB = 1 << 30  # a "GB" here is 2^30 bytes, as Docker counts
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_FILE_BYTES = 4096  # the least that a file takes which is not empty
_FREE_SHARE = 0.9  # a run may not take the last of a disk: the harness must still write down what happened


class ResourcesError(WrongUsage):
    """A resources file is wrong."""


def parse_duration(text: str) -> float:
    """Seconds of a text such as `90`, `60s`, `1h30m` or `2d`.

    >>> parse_duration("1h30m")
    5400.0
    """
    text = text.strip().lower().replace(" ", "")
    if re.fullmatch(r"\d+(\.\d+)?", text):
        seconds = float(text)
    elif re.fullmatch(r"(\d+(\.\d+)?[smhd])+", text):
        seconds = sum(float(n) * _UNITS[unit] for n, unit in re.findall(r"([\d.]+)([smhd])", text))
    else:
        raise ValueError(f"'{text}' is not a duration such as 60s, 45m, 2h or 1h30m")
    if seconds <= 0:
        raise ValueError("a duration must be longer than nothing")
    return seconds


class Resources(BaseModel):
    """The fields of a resources file. Without one, the benchmark's own: 24 h, 36 CPUs, 440 GB, one GPU."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    time_limit: float = Field(24 * 3600.0, gt=0, description="seconds, or a text such as 90m or 24h")
    cpus: float = Field(36, gt=0, description="processors, in parts where the sandbox can")
    memory_gb: float = Field(440, gt=0, description="of all processes together; 2^30 bytes each")
    shared_memory_gb: float = Field(16, gt=0, description="size of /dev/shm")
    processes: int = Field(16384, ge=16, description="processes and threads together")
    disk_gb: float = Field(500, gt=0, description="what the sandbox may hold on disk")
    gpus: int = Field(1, ge=0, description="graphics cards")

    @field_validator("time_limit", mode="before")
    @classmethod
    def _duration(cls, value: Any) -> Any:
        return parse_duration(value) if isinstance(value, str) else value

    @classmethod
    def load(cls, path: Path) -> Resources:
        """Read a resources file; fields that it leaves out are the benchmark's."""
        # An empty file is the benchmark's too.
        return checked(
            lambda: {} if (content := parse_yaml(path.read_text(encoding="utf-8"))) is None else content,
            cls.model_validate,
            path,
            ResourcesError,
            hint=f"Fields: {', '.join(cls.model_fields)}",
        )

    def over(self, defaults: Resources) -> Resources:
        """What is said here, and what the defaults say of the rest."""
        said = {name: getattr(self, name) for name in self.model_fields_set}
        return defaults.model_copy(update=said)

    @property
    def memory_bytes(self) -> int:
        """The memory limit."""
        return int(self.memory_gb * GIB)

    @property
    def shared_memory_bytes(self) -> int:
        """The size of /dev/shm."""
        return int(self.shared_memory_gb * GIB)

    @property
    def disk_bytes(self) -> int:
        """The disk limit."""
        return int(self.disk_gb * GIB)

    def files(self, folder: Path) -> int:
        """How many files and folders a sandbox may hold: what fits into its disk limit, and on the disk of `folder`."""
        fitting, disk = self.disk_bytes // _FILE_BYTES, os.statvfs(folder)
        return min(fitting, int(disk.f_favail * _FREE_SHARE)) if disk.f_files else fitting  # some disks do not count

    def effective(self, folder: Path | None = None) -> Resources:
        """What this machine can give of it; `folder` is where the sandbox will lie on disk."""
        memory = min(self.memory_gb, memory_of_this_machine() / GIB)
        disk = self.disk_gb
        if folder is not None:
            disk = min(disk, max(0.01, shutil.disk_usage(folder).free / GIB * _FREE_SHARE))
        return self.model_copy(
            update={
                "cpus": min(self.cpus, float(len(os.sched_getaffinity(0)))),
                "memory_gb": memory,
                "shared_memory_gb": min(self.shared_memory_gb, memory),
                "disk_gb": disk,
                "gpus": min(self.gpus, len(gpus_of_this_machine())),
            }
        )

    def differences(self) -> list[str]:
        """How a run with these resources resource_differences from the benchmark's, in sentences for its report."""
        sentences = []
        for field, unit in (("time_limit", None), ("cpus", "CPUs"), ("memory_gb", "GB of memory"), ("gpus", "GPUs")):
            actual, standard = getattr(self, field), getattr(BENCHMARK, field)
            # A machine that is sold with 440 GB shows a little less; nobody would call that another benchmark.
            if abs(actual - standard) > 0.02 * standard:
                which = "less" if actual < standard else "more"
                given = _counted(_number(actual), unit) if unit else _time(actual)
                wanted = _number(standard) if unit else _time(standard)
                sentences.append(f"{given}, {which} than the benchmark's {wanted}.")
        return sentences


BENCHMARK = Resources()


@cache
def memory_of_this_machine() -> int:
    """Bytes."""
    import psutil

    return int(psutil.virtual_memory().total)


@cache
def gpus_of_this_machine() -> tuple[int, ...]:
    """The numbers of the NVIDIA devices that this machine shows."""
    found = (re.fullmatch(r"nvidia(\d+)", path.name) for path in Path("/dev").glob("nvidia*"))
    return tuple(sorted(int(match[1]) for match in found if match))


def _time(seconds: float) -> str:
    size, unit = next((size, unit) for size, unit in ((3600, "hour"), (60, "minute"), (0, "second")) if seconds >= size)
    return _counted(_number(seconds / max(size, 1)), f"{unit}s")


def _counted(number: str, unit: str) -> str:
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"


def _number(value: float) -> str:
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"

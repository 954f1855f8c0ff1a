"""The closed room that an agent works in: one small protocol, several back ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mlebench.quiet  # noqa: F401
from mlebench.lazy import lazy_names
from mlebench.sandbox.collect import Collected, CollectLimits, collect, collect_file, remove_room
from mlebench.sandbox.registry import SANDBOXES, check_needs, default_sandbox, isolates, open_sandbox
from mlebench.sandbox.room import (
    Capabilities,
    Handle,
    Outcome,
    Room,
    RoomPaths,
    Sandbox,
    SandboxError,
    SandboxOptions,
)

if TYPE_CHECKING:
    from mlebench.sandbox.resources import BENCHMARK, Resources
else:  # models, and slow to import: who only asks which sandboxes work here does not need them
    __getattr__ = lazy_names(__name__, {"resources": ("BENCHMARK", "Resources")})

__all__ = [
    "BENCHMARK",
    "SANDBOXES",
    "Capabilities",
    "CollectLimits",
    "Collected",
    "Handle",
    "Outcome",
    "Resources",
    "Room",
    "RoomPaths",
    "Sandbox",
    "SandboxError",
    "SandboxOptions",
    "check_needs",
    "collect",
    "collect_file",
    "default_sandbox",
    "isolates",
    "open_sandbox",
    "remove_room",
]

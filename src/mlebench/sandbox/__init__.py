"""The closed room that an agent works in: one small protocol, several back ends."""

from mlebench.sandbox.collect import Collected, CollectLimits, collect, collect_file, remove_room
from mlebench.sandbox.registry import SANDBOXES, check_needs, default_sandbox, isolates, open_sandbox
from mlebench.sandbox.resources import BENCHMARK, Resources
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

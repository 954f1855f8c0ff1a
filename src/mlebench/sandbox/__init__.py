"""The closed room that an agent works in: one small protocol, several back ends."""

from mlebench.sandbox.collect import Collected, CollectLimits, collect
from mlebench.sandbox.registry import SANDBOXES, open_sandbox
from mlebench.sandbox.room import Capabilities, Handle, Outcome, Room, RoomPaths, Sandbox, SandboxError

__all__ = [
    "SANDBOXES",
    "Capabilities",
    "CollectLimits",
    "Collected",
    "Handle",
    "Outcome",
    "Room",
    "RoomPaths",
    "Sandbox",
    "SandboxError",
    "collect",
    "open_sandbox",
]

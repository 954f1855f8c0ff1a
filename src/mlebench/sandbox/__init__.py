"""The closed sandbox that an agent works in: one small protocol, several back ends."""

from mlebench.sandbox.collect import Collected, CollectLimits, collect, collect_file, remove_sandbox_folder
from mlebench.sandbox.protocol import (
    Capabilities,
    Outcome,
    RunningSandbox,
    SandboxBackend,
    SandboxError,
    SandboxPaths,
    SandboxSpec,
)
from mlebench.sandbox.registry import BACKENDS, check_needs, default_sandbox, make_backend, open_backend
from mlebench.sandbox.resources import BENCHMARK, Resources
from mlebench.sandbox.settings import SandboxSettings

__all__ = [
    "BACKENDS",
    "BENCHMARK",
    "Capabilities",
    "CollectLimits",
    "Collected",
    "Outcome",
    "Resources",
    "RunningSandbox",
    "SandboxBackend",
    "SandboxError",
    "SandboxPaths",
    "SandboxSettings",
    "SandboxSpec",
    "check_needs",
    "collect",
    "collect_file",
    "default_sandbox",
    "make_backend",
    "open_backend",
    "remove_sandbox_folder",
]

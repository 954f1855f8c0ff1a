"""The closed sandbox that an agent works in: one small protocol, several back ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mlebench.quiet  # noqa: F401
from mlebench.lazy import lazy_names
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
from mlebench.sandbox.registry import BACKENDS, NO_SANDBOX, check_needs, default_sandbox, make_backend, open_backend

if TYPE_CHECKING:
    from mlebench.sandbox.resources import BENCHMARK, Resources
    from mlebench.sandbox.settings import SandboxSettings
else:  # models, and slow to import: who only asks which sandboxes work here does not need them
    __getattr__ = lazy_names(__name__, {"resources": ("BENCHMARK", "Resources"), "settings": ("SandboxSettings",)})

__all__ = [
    "BACKENDS",
    "BENCHMARK",
    "NO_SANDBOX",
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

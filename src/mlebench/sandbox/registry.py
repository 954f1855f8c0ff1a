"""Back ends by name. A back end's module is imported when it is asked for."""

from __future__ import annotations

import importlib

from mlebench.errors import MlebenchError
from mlebench.sandbox.room import Sandbox

SANDBOXES = {"process": ("mlebench.sandbox.process", "ProcessSandbox")}


def open_sandbox(name: str) -> Sandbox:
    """The back end of this name, able to work on this machine."""
    if name not in SANDBOXES:
        raise MlebenchError(f"There is no sandbox '{name}'.", hint=f"Sandboxes: {', '.join(SANDBOXES)}")
    module, attribute = SANDBOXES[name]
    sandbox: Sandbox = getattr(importlib.import_module(module), attribute)()
    sandbox.check()
    return sandbox

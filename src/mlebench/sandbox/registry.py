"""Back ends by name. A back end's module is imported when it is asked for."""

from __future__ import annotations

import importlib
from typing import NamedTuple

from mlebench.errors import MlebenchError
from mlebench.sandbox.room import Sandbox, SandboxError, SandboxOptions

SANDBOXES = {
    "bubblewrap": ("mlebench.sandbox.bubblewrap", "BubblewrapSandbox"),
    "docker": ("mlebench.sandbox.docker", "DockerSandbox"),
    "apptainer": ("mlebench.sandbox.apptainer", "ApptainerSandbox"),
    "process": ("mlebench.sandbox.process", "ProcessSandbox"),
}


class Choice(NamedTuple):
    """The sandbox for somebody who did not name one."""

    name: str
    warning: str | None  # to be shown loudly


def open_sandbox(name: str, options: SandboxOptions | None = None) -> Sandbox:
    """The back end of this name, able to work on this machine."""
    if name not in SANDBOXES:
        raise MlebenchError(f"There is no sandbox '{name}'.", hint=f"Sandboxes: {', '.join(SANDBOXES)}")
    options = options or SandboxOptions()
    if name != "docker" and (options.privileged or options.runtime):
        what = "privileged rooms" if options.privileged else f"the runtime '{options.runtime}'"
        raise MlebenchError(f"The sandbox '{name}' does not know {what}.", hint="Use: --sandbox docker")
    module, attribute = SANDBOXES[name]
    make = getattr(importlib.import_module(module), attribute)
    # `process` keeps no promise and has nothing to be set.
    sandbox: Sandbox = make() if name == "process" else make(options)
    sandbox.check()
    return sandbox


def default_sandbox(options: SandboxOptions | None = None) -> Choice:
    """bubblewrap where it works, else no isolation, with a warning that says why."""
    try:
        return Choice(open_sandbox("bubblewrap", options).name, None)
    except SandboxError as error:
        warning = f"NO ISOLATION: the agent will run as an ordinary process of yours, because {error}"
        return Choice("process", warning)


def check_needs(sandbox: Sandbox, agent: str, *, gpu: bool = False, network: bool = False) -> None:
    """Compare what an agent cannot do without with what the sandbox gives, before anything starts."""
    if gpu and not sandbox.capabilities.gpu:
        raise MlebenchError(
            f"The agent '{agent}' needs a GPU, which the sandbox '{sandbox.name}' cannot give here.",
            hint="This machine shows no GPU, or the resources file asks for none (gpus: 0).",
        )
    if network and sandbox.capabilities.no_network:
        raise MlebenchError(
            f"The agent '{agent}' needs the network, which the sandbox '{sandbox.name}' keeps closed.",
            hint="Open it with --network open: reports then carry the mark. The model is reached without it.",
        )

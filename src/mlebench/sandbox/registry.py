"""Back ends by name. A back end's module is imported when it is asked for."""

from __future__ import annotations

import importlib

from mlebench.errors import MlebenchError
from mlebench.sandbox.protocol import BackendOptions, SandboxBackend, SandboxError

BACKENDS = {
    "bubblewrap": ("mlebench.sandbox.bubblewrap", "BubblewrapBackend"),
    "docker": ("mlebench.sandbox.docker", "DockerBackend"),
    "apptainer": ("mlebench.sandbox.apptainer", "ApptainerBackend"),
    "process": ("mlebench.sandbox.process", "ProcessBackend"),
}


_CHOICES = """\
With Docker or Podman, and an agent that has an image: --sandbox docker
For an agent that you trust like your own code: --sandbox process. It isolates nothing: the agent can read, write and
reach whatever you can, the answers among it."""


def open_backend(name: str, options: BackendOptions | None = None) -> SandboxBackend:
    """The back end of this name, able to work on this machine."""
    sandbox = _made(name, options)
    sandbox.check()
    return sandbox


def isolates(name: str, options: BackendOptions | None = None) -> bool:
    """Whether agents are kept from the user's files, as far as the back end knows without being tried."""
    return _made(name, options).capabilities.isolated


def _made(name: str, options: BackendOptions | None) -> SandboxBackend:
    if name not in BACKENDS:
        raise MlebenchError(f"There is no sandbox '{name}'.", hint=f"Sandboxes: {', '.join(BACKENDS)}")
    options = options or BackendOptions()
    if name != "docker" and (options.privileged or options.runtime):
        what = "privileged sandboxes" if options.privileged else f"the runtime '{options.runtime}'"
        raise MlebenchError(f"The sandbox '{name}' does not know {what}.", hint="Use: --sandbox docker")
    module, attribute = BACKENDS[name]
    make = getattr(importlib.import_module(module), attribute)
    # `process` keeps no promise and has nothing to be set.
    sandbox: SandboxBackend = make() if name == "process" else make(options)
    return sandbox


def default_sandbox(options: BackendOptions | None = None) -> str:
    """For somebody who did not name one: bubblewrap, or none. Less isolation must be asked for by name."""
    try:
        return open_backend("bubblewrap", options).name
    except SandboxError as error:
        raise SandboxError(
            f"Agents run in a closed sandbox, and none can be opened on this machine: {error.message}",
            hint=f"{error.hint}\n{_CHOICES}" if error.hint else _CHOICES,
        ) from error


def check_needs(sandbox: SandboxBackend, agent: str, *, gpu: bool = False, network: bool = False) -> None:
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

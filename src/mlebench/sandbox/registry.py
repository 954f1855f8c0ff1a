"""Back ends by name, and the choice of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mlebench.errors import MlebenchError, WrongUsage
from mlebench.plugins import Plugin, PluginTable
from mlebench.sandbox.protocol import SandboxBackend, SandboxError

if TYPE_CHECKING:
    from mlebench.sandbox.settings import SandboxSettings

BACKENDS = PluginTable(
    "sandbox",
    "mlebench.sandboxes",
    {
        "bubblewrap": Plugin("mlebench.sandbox.bubblewrap", "BubblewrapBackend", about="namespaces of this machine"),
        "docker": Plugin("mlebench.sandbox.docker", "DockerBackend", extra="docker", about="Docker or Podman"),
        "apptainer": Plugin("mlebench.sandbox.apptainer", "ApptainerBackend", about="on clusters"),
        "none": Plugin("mlebench.sandbox.none", "NoSandbox", about="for agents that start nothing"),
        "process": Plugin("mlebench.sandbox.process", "ProcessBackend", about="no isolation at all"),
    },
)
DEFAULT = "bubblewrap"
NO_SANDBOX = "none"  # for agents that start nothing

_CHOICES = """\
With Docker or Podman, and an agent that has an image: --sandbox docker
For an agent that you trust like your own code: --sandbox process. It isolates nothing: the agent can read, write and
reach whatever you can, the answers among it."""


def open_backend(name: str, settings: SandboxSettings | None = None) -> SandboxBackend:
    """The back end of this name, able to work on this machine."""
    backend = make_backend(name, settings)
    backend.check()
    return backend


def make_backend(name: str, settings: SandboxSettings | None = None) -> SandboxBackend:
    """The back end of this name, not tried; settings that it does not know are refused."""
    from mlebench.sandbox.settings import SandboxSettings

    settings = settings or SandboxSettings()
    kind = BACKENDS.load(name)
    container = settings.privileged or settings.runtime
    if container and not kind.uses_engine:
        what = "privileged sandboxes" if settings.privileged else f"the runtime '{settings.runtime}'"
        raise WrongUsage(f"The sandbox '{name}' does not know {what}.", hint="Use: --sandbox docker")
    return cast("SandboxBackend", kind(settings))


def default_sandbox(settings: SandboxSettings | None = None) -> str:
    """For somebody who did not name one: the default, or none. Less isolation must be asked for by name."""
    try:
        return open_backend(DEFAULT, settings).name
    except SandboxError as error:
        raise SandboxError(
            f"Agents run in a closed sandbox, and none can be opened on this machine: {error.message}",
            hint=f"{error.hint}\n{_CHOICES}" if error.hint else _CHOICES,
        ) from error


def check_needs(backend: SandboxBackend, agent: str, *, gpu: bool = False, network: bool = False) -> None:
    """Compare what an agent cannot do without with what the sandbox gives, before anything starts."""
    if gpu and not backend.capabilities.gpu:
        raise MlebenchError(
            f"The agent '{agent}' needs a GPU, which the sandbox '{backend.name}' cannot give here.",
            hint="This machine shows no GPU, or the resources file asks for none (gpus: 0).",
        )
    if network and backend.capabilities.no_network:
        raise MlebenchError(
            f"The agent '{agent}' needs the network, which the sandbox '{backend.name}' keeps closed.",
            hint="Open it with --network open: reports then carry the mark. The model is reached without it.",
        )

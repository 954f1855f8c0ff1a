"""The container engine: finding it, what it can do, and what it means when it does not answer."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mlebench.errors import MissingExtra
from mlebench.sandbox.protocol import SandboxError

_TIMEOUT = 120
_of_thread = threading.local()


@dataclass(frozen=True)
class Engine:
    """A connection and the facts that sandboxes depend on."""

    client: Any
    rootless: bool
    podman: bool
    disk_limits: bool  # whether it can limit what a container writes into its own layer
    runtimes: tuple[str, ...]


@contextmanager
def engine_errors(doing: str) -> Iterator[None]:
    """Whatever goes wrong between us and the engine is the machine's fault, never the agent's."""
    from docker.errors import DockerException
    from requests.exceptions import RequestException

    try:
        yield
    except (DockerException, RequestException) as error:
        what = getattr(error, "explanation", None) or error
        raise SandboxError(f"The container engine could not {doing}: {what}") from error


def connect() -> Engine:
    """The engine of DOCKER_HOST, or the usual one. Each thread has its own connection."""
    try:
        import docker
        from docker.errors import DockerException
        from requests.exceptions import RequestException
    except ImportError as error:
        raise MissingExtra("The docker sandbox", "docker") from error
    address = os.environ.get("DOCKER_HOST", "")
    if getattr(_of_thread, "address", None) == address:
        return _of_thread.engine  # type: ignore[no-any-return]
    try:
        client = docker.from_env(timeout=_TIMEOUT)
        info = client.info()
        version = client.version()
    except (DockerException, RequestException) as error:
        raise SandboxError(
            f"The container engine{f' at {address}' if address else ''} does not answer: {error}",
            hint="Start it (systemctl start docker, or podman system service), let your user reach its socket, "
            "and set DOCKER_HOST where the socket is not the usual one.",
        ) from error
    _of_thread.engine, _of_thread.address = engine_of(client, info, version), address
    return _of_thread.engine  # type: ignore[no-any-return]


def engine_of(client: Any, info: dict[str, Any], version: dict[str, Any]) -> Engine:
    """Read the facts out of what an engine says about itself."""
    status = dict(pair for pair in info.get("DriverStatus") or [] if len(pair) == 2)
    driver, below = info.get("Driver", ""), status.get("Backing Filesystem", "")
    return Engine(
        client=client,
        rootless=any("rootless" in option for option in info.get("SecurityOptions") or []),
        podman=any("podman" in str(part.get("Name", "")).lower() for part in version.get("Components") or []),
        disk_limits=driver in ("btrfs", "zfs") or (driver == "overlay2" and below == "xfs"),
        runtimes=tuple(sorted(info.get("Runtimes") or {})),
    )

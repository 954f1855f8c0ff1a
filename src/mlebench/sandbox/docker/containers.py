"""Containers as sandboxes: the options that they are created with, and the handle on one that runs."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from mlebench.sandbox.carried_python import PLACE, CarriedPython
from mlebench.sandbox.docker.engine import Engine, engine_errors
from mlebench.sandbox.docker.system_calls import system_call_profile
from mlebench.sandbox.identity import AGENT_ID, is_root
from mlebench.sandbox.protocol import SandboxError, SandboxPaths, SandboxSpec
from mlebench.sandbox.resources import Resources
from mlebench.sandbox.settings import SandboxSettings
from mlebench.sandbox.shown import graders_in, holds_any, home, outermost
from mlebench.sandbox.wire import INSIDE, RUN, Usage, entry, is_end_from_inside, socket_path, watched_disk

_log = logging.getLogger(__name__)
_END_SECONDS = 3
_FOLDERS_BYTES = 1 << 20
_WIRE = f"{RUN}/keeper.sock"


def user_of(engine: Engine, settings: SandboxSettings) -> str:
    """As whom the agent runs in its container."""
    if settings.privileged:
        return "0:0"
    if is_root():
        return f"{AGENT_ID}:{AGENT_ID}"
    if engine.rootless and not engine.podman:
        return "0:0"  # there, root of a container is the harness's own user, and nobody else can write for it
    return f"{os.getuid()}:{os.getgid()}"


def container_options(
    sandbox: SandboxSpec,
    paths: SandboxPaths,
    settings: SandboxSettings,
    resources: Resources,
    engine: Engine,
    wire: Path,
    python: CarriedPython,
    *,
    user: str,
    gpus: Sequence[int] = (),
) -> tuple[dict[str, Any], dict[str, str]]:
    """What the engine is asked for, and which limits that puts into force."""
    from docker.types import DeviceRequest, LogConfig

    asked: dict[str, Any] = {
        "entrypoint": [*python.command, "-c", entry(RUN)],
        "command": [_WIRE],
        "user": user,
        "hostname": "sandbox",
        "working_dir": "/",
        "network_mode": "none" if settings.network == "none" else "bridge",
        "mounts": _mounts(sandbox, paths, wire, python),
        "mem_limit": resources.memory_bytes,
        "memswap_limit": resources.memory_bytes,
        "nano_cpus": int(resources.cpus * 1e9),
        "shm_size": resources.shared_memory_bytes,
        "pids_limit": resources.processes,
        # The agent's output goes over the wire; this is for complaints of the keeper alone.
        "log_config": LogConfig(type="json-file", config={"max-size": "1m", "max-file": "1"}),
    }
    enforced = dict.fromkeys(("memory", "cpus", "processes", "shared memory"), "container engine")
    enforced |= {**watched_disk(same_user=True, image=True), "inotify instances": "not enforced"}
    if settings.privileged:
        asked["privileged"] = True
    else:
        asked |= {"cap_drop": ["ALL"], "security_opt": ["no-new-privileges", *_system_calls(engine, wire.parent)]}
    if settings.runtime:
        asked["runtime"] = settings.runtime
    if engine.podman and engine.rootless:
        asked["userns_mode"] = "keep-id"
    if engine.disk_limits:
        asked["storage_opt"] = {"size": str(resources.disk_bytes)}
        enforced["disk"] = f"container engine; bound folders: {watched_disk(same_user=True)['disk']}"
    if gpus:
        asked["device_requests"] = [DeviceRequest(device_ids=[str(number) for number in gpus], capabilities=[["gpu"]])]
    return asked, enforced


def _system_calls(engine: Engine, folder: Path) -> list[str]:
    """Docker takes the profile itself, Podman the path of a file, which it reads when the container is created."""
    profile = system_call_profile()
    if profile is None:
        return []
    if not engine.podman:
        return [f"seccomp={profile}"]
    path = folder / "system-calls.json"
    path.write_text(profile)
    return [f"seccomp={path}"]


def _mounts(sandbox: SandboxSpec, paths: SandboxPaths, wire: Path, python: CarriedPython) -> list[Any]:
    from docker.types import Mount

    def bind(source: Path, target: str, *, read_only: bool) -> Any:
        return Mount(target, str(source), type="bind", read_only=read_only)

    found = [bind(sandbox.data, str(paths.data), read_only=True), bind(INSIDE, f"{RUN}/inside", read_only=True)]
    for place in (paths.submission, paths.logs, paths.code, paths.agent):
        found.append(bind(sandbox.folder / place.name, str(place), read_only=False))
    for place in paths.read_only:
        if (sandbox.folder / place.name).exists():
            found.append(bind(sandbox.folder / place.name, str(place), read_only=True))
    found += [bind(python.folder, PLACE, read_only=True), bind(python.nothing, "/etc/ld.so.preload", read_only=True)]
    found.append(bind(wire, _WIRE, read_only=False))
    found += [bind(socket, socket_path(port), read_only=False) for port, socket in sandbox.doors.items()]
    if sandbox.forwarder is not None:
        found.append(bind(sandbox.forwarder, f"{RUN}/forward.py", read_only=True))
    # The system's folders are the image's own.
    shown = outermost(sandbox.shown)
    own = home()
    taken = ["/usr", *(mount["Target"] for mount in found)]
    if own and holds_any(own, shown) and not holds_any(own, map(Path, taken)):
        # An image may have a folder of this name, closed to its agent: /root, say.
        found.append(Mount(str(own), None, type="tmpfs", tmpfs_size=_FOLDERS_BYTES, tmpfs_mode=0o755))
    found += [bind(path, str(path), read_only=True) for path in shown]
    found += [Mount(str(path), None, type="tmpfs", tmpfs_size=_FOLDERS_BYTES) for path in graders_in(shown)]
    return found


@contextmanager
def _attempted(what: str) -> Iterator[None]:
    """The sandbox is closed without it; the log says what failed."""
    try:
        with engine_errors(what):
            yield
    except SandboxError:
        _log.warning("The engine did not %s.", what, exc_info=True)


class ContainerProcess:
    """A container. Where the engine has vanished, it says so instead of blaming the agent."""

    def __init__(self, container: Any) -> None:
        self._container = container
        self._out_of_memory = False
        self._cpu_seconds: float | None = None
        self._engine_error: str | None = None

    @classmethod
    def start(cls, engine: Engine, image: str, options: dict[str, Any]) -> ContainerProcess:
        """Create and start."""
        with engine_errors("create a container"):
            outer = cls(engine.client.containers.create(image, **options))
        try:
            with engine_errors("start a container"):
                outer._container.start()
        except BaseException:
            outer.remove()
            raise
        return outer

    def sample(self) -> None:
        """The keeper measures from inside: asking the engine would cost too much."""

    def usage(self) -> Usage:
        """What the engine knows. Its figure of CPU time counts all that ran; one of memory it does not have."""
        state = self._state()
        self._out_of_memory = self._out_of_memory or bool(state.get("OOMKilled"))
        if state.get("Running") and self._engine_error is None:
            with _attempted("tell what a container used"):
                found = self._container.stats(stream=False, one_shot=True)
                self._cpu_seconds = round(found["cpu_stats"]["cpu_usage"]["total_usage"] / 1e9, 3)
        return Usage(cpu_seconds=self._cpu_seconds, out_of_memory=self._out_of_memory)

    def has_ended(self) -> bool:
        """Whether the container runs no more."""
        return self._state().get("Status") in ("exited", "dead")

    def _state(self) -> dict[str, Any]:
        self._engine_error = None
        try:
            with engine_errors("tell the state of a container"):
                self._container.reload()
        except SandboxError as error:
            self._engine_error = error.message
        return self._container.attrs.get("State") or {}

    def complaint(self) -> str:
        """What the keeper printed, or what is wrong with the engine."""
        state = self._state()
        if self._engine_error:
            return self._engine_error
        with _attempted("show what a container printed"):
            printed = self._container.logs(tail=20).decode(errors="replace").strip()
            if printed:
                return str(printed)
        return f"{state.get('Error') or 'its container ended'} (exit code {state.get('ExitCode')})"

    def ended_inside(self) -> bool:
        """As the engine knows it; where that does not answer, nobody inside is blamed."""
        state = self._state()
        ended = state.get("Status") in ("exited", "dead") and self._engine_error is None
        return ended and is_end_from_inside(state.get("ExitCode"))

    def kill(self) -> None:
        """The keeper ends by itself when its wire is cut; otherwise by force."""
        from requests.exceptions import RequestException

        with _attempted("end a container"):
            try:
                self._container.wait(timeout=_END_SECONDS)
            except RequestException:
                self._container.kill()

    def remove(self) -> None:
        """Where this fails, `recover` finds the container by its label."""
        from docker.errors import NotFound

        with _attempted("remove a container"), suppress(NotFound):
            self._container.remove(force=True, v=True)

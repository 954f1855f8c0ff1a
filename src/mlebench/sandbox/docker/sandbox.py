"""The back end itself: what it promises, and how a sandbox is opened."""

from __future__ import annotations

import os
import platform
import re
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from mlebench.sandbox import pool
from mlebench.sandbox.carried_python import carried_python, heeded
from mlebench.sandbox.docker.containers import ContainerProcess, container_options, user_of
from mlebench.sandbox.docker.engine import connect, engine_errors
from mlebench.sandbox.docker.images import ensure_image, image_digest, image_environment
from mlebench.sandbox.environment import passed_on
from mlebench.sandbox.identity import AGENT_ID, hand_over, is_root, require_readable_by_all
from mlebench.sandbox.inside.order import KeeperLimits
from mlebench.sandbox.kept import KeptSandbox
from mlebench.sandbox.probe import LINUX
from mlebench.sandbox.protocol import (
    Capabilities,
    RunningSandbox,
    SandboxError,
    SandboxPaths,
    SandboxSpec,
)
from mlebench.sandbox.resources import Resources
from mlebench.sandbox.settings import SandboxSettings
from mlebench.sandbox.wire import KeeperListener, Log, Wire, keeper_limits, keeper_order

LABEL = "mlebench.run"
_OPEN_SECONDS = 120.0
_STARTED_SECONDS = 60.0
_PASSED_ON = re.compile(r"LANG|LC_\w+|TZ|\w+_NUM_THREADS")


class DockerBackend:
    """The engine is found as Docker's own tools find it: DOCKER_HOST, or the usual socket."""

    name = "docker"
    uses_engine = True
    own_loopback = True  # an open network is a bridge

    def __init__(self, settings: SandboxSettings | None = None) -> None:
        self.settings = settings or SandboxSettings()

    @property
    def capabilities(self) -> Capabilities:
        """A privileged container is no protection: its root is the machine's root."""
        return Capabilities(
            isolated=not self.settings.privileged,
            read_only_data=not self.settings.privileged,
            no_network=self.settings.network == "none" and not self.settings.privileged,
            gpu=self.settings.resources.effective().gpus > 0,
        )

    def check(self) -> None:
        """The engine answers, and has the runtime that was asked for."""
        if platform.system() != "Linux":
            # Elsewhere its containers are in a virtual machine, whose kernel knows nothing of the gateway's sockets.
            raise SandboxError(f"The docker sandbox needs Linux, not {platform.system()}.", hint=LINUX)
        engine = connect()
        runtime = self.settings.runtime
        if runtime and runtime not in engine.runtimes:
            raise SandboxError(
                f"The container engine has no runtime '{runtime}'.",
                hint=f"It has: {', '.join(engine.runtimes)}. Install it and add it to the engine's daemon.json.",
            )

    def prepare(self, image: str | None, folder: Path) -> str:
        """The image of an agent, before the first run: built from the Dockerfile in its folder, or pulled.

        One that the user named comes before the agent's own. Returns the name under which sandboxes will ask for it.
        """
        if self.settings.image is not None:
            return ensure_image(connect(), self.settings.image, None, self.settings)
        return ensure_image(connect(), image, folder, self.settings)

    def paths(self, folder: Path) -> SandboxPaths:
        """The same for every run."""
        return SandboxPaths.below("/home")

    def start(self, sandbox: SandboxSpec) -> RunningSandbox:
        """Create the container, start it, and meet its keeper."""
        engine, paths = connect(), self.paths(sandbox.folder)
        name = ensure_image(engine, sandbox.image, None, self.settings)
        resources = self.settings.resources.effective(sandbox.folder)
        user = user_of(engine, self.settings)
        if is_root() and not self.settings.privileged:
            require_readable_by_all(sandbox.data)
            hand_over([sandbox.folder / part for part in ("submission", "logs", "code", "agent")], AGENT_ID)
        with ExitStack() as undo:
            log = undo.enter_context(closing(Log(sandbox.output)))
            cpus = undo.enter_context(pool.cpus().lend(max(1, round(resources.cpus))))
            gpus = undo.enter_context(pool.gpus().lend(resources.gpus))
            python, image = carried_python(sandbox.forwarder), image_environment(engine, name)
            limits = _keeper_limits(resources, sandbox.folder, cpus)
            environment = {**image, **_environment(sandbox)}
            order = keeper_order(sandbox, paths, environment, limits, interpreter=python.command)
            with KeeperListener() as listener:
                asked, enforced = container_options(
                    sandbox, paths, self.settings, resources, engine, listener.path, python, user=user, gpus=gpus
                )
                asked |= {"labels": {LABEL: sandbox.run_id}, "environment": heeded(image)}
                outer = ContainerProcess.start(engine, name, asked)
                undo.callback(outer.remove)
                connection = listener.accept(_OPEN_SECONDS, outer.has_ended)
            if connection is None:
                raise SandboxError(f"The sandbox could not be opened: {outer.complaint()}")
            undo.callback(connection.close)
            wire, digest = Wire(connection, log), image_digest(engine, name)
            wire.order(order)
            handle = KeptSandbox(wire, outer, enforced=enforced, image_digest=digest, undo=undo.pop_all())
        handle.opened(_STARTED_SECONDS)
        return handle

    def recover(self, run_id: str) -> None:
        """Remove the containers of this run, whoever started them."""
        engine = connect()
        with engine_errors("look for containers that a dead harness left"):
            for container in engine.client.containers.list(all=True, filters={"label": f"{LABEL}={run_id}"}):
                container.remove(force=True, v=True)


def _keeper_limits(resources: Resources, folder: Path, cpus: list[int]) -> KeeperLimits:
    folders = ("/home/submission", "/home/logs", "/home/code", "/home/agent", "/tmp", "/var/tmp")
    return keeper_limits(
        {"CORE": 0, "FSIZE": resources.disk_bytes},
        cpus=cpus,
        disk=resources.disk_bytes,
        files=resources.files(folder),
        disk_folders=folders,
    )


def _environment(sandbox: SandboxSpec) -> dict[str, Any]:
    """Beside what the image sets. /home itself belongs to the image, so the agent's folder is its home."""
    kept = {name: value for name, value in passed_on(os.environ).items() if _PASSED_ON.fullmatch(name)}
    return {**kept, "HOME": "/home/agent", "USER": "agent", "LOGNAME": "agent", "MLEBENCH_RUN_ID": sandbox.run_id}

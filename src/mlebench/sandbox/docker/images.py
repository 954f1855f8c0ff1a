"""Images of agents."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path

from mlebench import foreign
from mlebench.sandbox.docker.engine import Engine, engine_errors
from mlebench.sandbox.protocol import SandboxError
from mlebench.sandbox.settings import SandboxSettings
from mlebench.scratch import Scratch, remove_leftovers

DOCKERFILE = "Dockerfile"
_lock = threading.Lock()


def ensure_image(engine: Engine, image: str | None, folder: Path | None, settings: SandboxSettings) -> str:
    """The name of an image that the engine has: `image`, or one built from the Dockerfile in `folder`."""
    if folder is not None and (folder / DOCKERFILE).is_file():
        return _build(engine, folder, settings)
    if image is None:
        raise SandboxError(
            "The agent has no image, and the docker sandbox needs one.",
            hint=f"Name one in agent.yaml (image: ...), put a {DOCKERFILE} into the agent's folder, or use one for all "
            f"agents, such as that of environment/{DOCKERFILE}: --image NAME",
        )
    from docker.errors import ImageNotFound

    try:
        with engine_errors(f"look for the image '{image}'"):
            engine.client.images.get(image)
    except SandboxError as error:
        if not isinstance(error.__cause__, ImageNotFound):
            raise
        with _lock, engine_errors(f"pull the image '{image}', which it does not have"):
            engine.client.images.pull(image)
    return image


def image_digest(engine: Engine, image: str) -> str | None:
    """The digest under which a registry knows the image; for one that was built here, its own."""
    with engine_errors(f"look at the image '{image}'"):
        found = engine.client.images.get(image)
        digests = found.attrs.get("RepoDigests") or []
        return str(digests[0] if digests else found.id)


def image_environment(engine: Engine, image: str) -> dict[str, str]:
    """The variables that an image sets."""
    with engine_errors(f"look at the image '{image}'"):
        lines = engine.client.images.get(image).attrs.get("Config", {}).get("Env") or []
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


def _build(engine: Engine, folder: Path, settings: SandboxSettings) -> str:
    from docker.errors import BuildError

    found = foreign.entries(folder)
    name = f"mlebench-agent-{folder.name.lower()}:{_fingerprint(folder, found, settings)}"
    with _lock, engine_errors(f"build the image of the agent in {folder}"):
        if engine.client.images.list(name=name):
            return name
        remove_leftovers("build")
        try:
            # Of a copy: Docker's client opens what it finds (.dockerignore, say) without asking whether it is a link.
            with Scratch("build") as scratch:
                foreign.copy(folder, found, scratch / "context")
                engine.client.images.build(
                    path=str(scratch / "context"),
                    tag=name,
                    rm=True,
                    forcerm=True,
                    buildargs=dict(settings.build_arguments),
                    network_mode=settings.build_network,
                    labels={"mlebench.agent": folder.name},
                )
        except BuildError as error:
            printed = "".join(str(line.get("stream") or line.get("error") or "") for line in error.build_log)
            raise SandboxError(
                f"The image of the agent in {folder} could not be built: {error.msg}",
                hint=printed[-2000:].strip() or None,
            ) from error
    return name


def _fingerprint(folder: Path, entries: list[foreign.Entry], settings: SandboxSettings) -> str:
    digest = hashlib.sha256(repr(sorted(settings.build_arguments.items())).encode())
    digest.update(foreign.fingerprint(folder, entries, modes=True).encode())
    return digest.hexdigest()[:16]

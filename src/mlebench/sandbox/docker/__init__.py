"""The `docker` sandbox: a container per run, from any engine that speaks Docker's language (Podman too)."""

from mlebench.sandbox.docker.sandbox import DockerBackend

__all__ = ["DockerBackend"]

"""The `bubblewrap` sandbox: a closed sandbox out of the kernel's namespaces, without Docker and without root."""

from mlebench.sandbox.bubblewrap.sandbox import BubblewrapBackend

__all__ = ["BubblewrapBackend"]

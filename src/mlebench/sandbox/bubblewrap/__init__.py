"""The `bubblewrap` sandbox: a closed room out of the kernel's namespaces, without Docker and without root."""

from mlebench.sandbox.bubblewrap.sandbox import BubblewrapSandbox

__all__ = ["BubblewrapSandbox"]

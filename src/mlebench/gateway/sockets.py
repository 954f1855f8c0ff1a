"""Listening sockets."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from mlebench.errors import MlebenchError

BACKLOG = 1024
_PATH_LIMIT = 100  # the kernel takes 107 bytes


def unix_listener(path: Path) -> socket.socket:
    """A listening Unix socket that every user of a sandbox may connect to; its folder decides who gets there."""
    if len(os.fsencode(path)) > _PATH_LIMIT:
        raise MlebenchError(f"{path}: too long a path for a Unix socket.", hint="Set TMPDIR to a short path.")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(path))
    path.chmod(0o666)
    return _listening(listener)


def tcp_listener(port: int = 0) -> socket.socket:
    """A listening socket on this machine's loopback, for sandboxes that share its network."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", port))
    return _listening(listener)


def _listening(listener: socket.socket) -> socket.socket:
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener

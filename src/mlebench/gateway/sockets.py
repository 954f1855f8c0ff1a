"""Listening sockets, and the folders that Unix sockets lie in."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import socket
import tempfile
import time
from pathlib import Path

from mlebench.errors import MlebenchError

BACKLOG = 1024
_PATH_LIMIT = 100  # the kernel takes 107 bytes
_ROOM_FOR_NAMES = 45  # the folder's own name and those in it
_PREFIX = "mlebench-gateway-"
_LOCK = "lock"
_FRESH_SECONDS = 30.0  # a new folder is not locked at once


def _base() -> Path:
    base = tempfile.gettempdir()
    return Path(base if len(os.fsencode(base)) <= _PATH_LIMIT - _ROOM_FOR_NAMES else "/tmp")


class SocketFolder:
    """A private folder with a path that is short enough for Unix sockets.

    A lock that ends with this process marks it as used: what a killed harness leaves behind can be told
    from what another one uses.
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_base()))
        self._lock = os.open(self.path / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def remove(self) -> None:
        """Take it away; a second time does nothing."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def remove_leftovers() -> None:
    """Take away the folders of harnesses that were killed."""
    for folder in _base().glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError), (folder / _LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if time.time() - os.fstat(lock.fileno()).st_mtime > _FRESH_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


def unix_listener(path: Path) -> socket.socket:
    """A listening Unix socket that every user of a room may connect to; its folder decides who gets there."""
    if len(os.fsencode(path)) > _PATH_LIMIT:
        raise MlebenchError(f"{path}: too long a path for a Unix socket.", hint="Set TMPDIR to a short path.")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(path))
    path.chmod(0o666)
    return _listening(listener)


def tcp_listener(port: int = 0) -> socket.socket:
    """A listening socket on this machine's loopback, for rooms that share its network."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", port))
    return _listening(listener)


def _listening(listener: socket.socket) -> socket.socket:
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener

"""The server of the pages: where it listens, who is let in, and how it ends."""

from __future__ import annotations

import errno
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import quote

import uvicorn
from starlette.types import ASGIApp

from mlebench.errors import MlebenchError, WrongUsage
from mlebench.view.guard import Guard

_SHORTEST_TOKEN = 16
_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
_GRACE_SECONDS = 2


@dataclass(frozen=True)
class Door:
    """An open socket, and what it takes to come in."""

    listener: socket.socket
    host: str
    token: str | None

    def __enter__(self) -> Door:
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.close()

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches it."""
        return ip_address(self.listener.getsockname()[0]).is_loopback

    @property
    def port(self) -> int:
        """The one that was taken."""
        return int(self.listener.getsockname()[1])

    def address(self, path: str = "/") -> str:
        """What to open in a browser; `path` is quoted."""
        host = ip_address(self.listener.getsockname()[0])
        name = socket.gethostname() if host.is_unspecified else f"[{host}]" if host.version == 6 else self.host
        token = f"?token={quote(self.token, safe='')}" if self.token else ""
        return f"http://{name}:{self.port}{path}{token}"


def open_door(host: str, port: int, token: str | None) -> Door:
    """Listen. Beyond this machine nobody comes in without a token, which is made up where none was given."""
    if token is not None and (len(token) < _SHORTEST_TOKEN or not token.isascii() or not token.isprintable()):
        raise WrongUsage(
            f"A token needs at least {_SHORTEST_TOKEN} printable ASCII characters.",
            hint="Without --token one is made up where it is needed.",
        )
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.create_server(address[:2], family=family)
    except (socket.gaierror, UnicodeError) as error:
        raise WrongUsage(f"--host {host}: is no address of this machine ({error}).") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise MlebenchError(
                f"Port {port} is in use.", hint="Take another: --port 8351, or --port 0 for any that is free."
            ) from error
        raise MlebenchError(f"Port {port} of {host} cannot be opened ({error.strerror}).") from error
    door = Door(listener, host, token)
    return door if token or door.is_local else Door(listener, host, secrets.token_urlsafe(32))


def guarded(app: ASGIApp, door: Door) -> Guard:
    """The pages as they are served through this door."""
    hosts = {*_LOOPBACK, door.host.lower()} if door.is_local else None
    return Guard(app, hosts=hosts, token=door.token, cookie=f"mlebench_view_{door.port}")


def serve(app: ASGIApp, door: Door, close: Callable[[], None]) -> None:
    """Until Ctrl-C or SIGTERM."""
    config = uvicorn.Config(
        guarded(app, door),
        log_level="error",
        access_log=False,
        lifespan="off",
        ws="none",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    try:
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[door.listener])
    finally:
        close()

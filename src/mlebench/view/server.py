"""The server of the pages: where it listens, who is let in, and how it ends."""

from __future__ import annotations

import errno
import re
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from ipaddress import ip_address

import uvicorn
from starlette.types import ASGIApp

from mlebench.errors import MlebenchError, WrongUsage
from mlebench.view.guard import Guard

_TOKEN = re.compile(r"[A-Za-z0-9._~-]{16,}")  # what addresses and cookies hold as it is
_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
_GRACE_SECONDS = 2


@dataclass(frozen=True)
class Listener:
    """An open socket, and what it takes to be let in."""

    sock: socket.socket
    host: str
    token: str | None

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        self.sock.close()

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches it."""
        return ip_address(self.sock.getsockname()[0]).is_loopback

    @property
    def port(self) -> int:
        """The one that was taken."""
        return int(self.sock.getsockname()[1])

    def address(self, path: str = "/") -> str:
        """What to open in a browser; `path` is quoted."""
        host = ip_address(self.sock.getsockname()[0])
        name = socket.gethostname() if host.is_unspecified else f"[{host}]" if host.version == 6 else self.host
        token = f"?token={self.token}" if self.token else ""
        return f"http://{name}:{self.port}{path}{token}"


def listen(host: str, port: int, token: str | None) -> Listener:
    """Listen. Beyond this machine nobody comes in without a token, which is made up where none was given."""
    if token is not None and not _TOKEN.fullmatch(token):
        raise WrongUsage(
            "A token is made of at least 16 letters, digits or any of . _ ~ -",
            hint="Without --token one is made up where it is needed.",
        )
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        sock = socket.create_server(address[:2], family=family)
    except (socket.gaierror, UnicodeError) as error:
        raise WrongUsage(f"--host {host}: is no address of this machine ({error}).") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise MlebenchError(
                f"Port {port} is in use.", hint="Take another: --port 8351, or --port 0 for any that is free."
            ) from error
        raise MlebenchError(f"Port {port} of {host} cannot be opened ({error.strerror}).") from error
    listener = Listener(sock, host, token)
    return listener if token or listener.is_local else replace(listener, token=secrets.token_urlsafe(32))


def guarded(app: ASGIApp, listener: Listener) -> Guard:
    """The pages as they are served here."""
    hosts = {*_LOOPBACK, listener.host.lower()} if listener.is_local else None
    return Guard(app, hosts=hosts, token=listener.token, cookie=f"mlebench_view_{listener.port}")


def serve(app: ASGIApp, listener: Listener, close: Callable[[], None]) -> None:
    """Until Ctrl-C or SIGTERM."""
    config = uvicorn.Config(
        guarded(app, listener),
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
            uvicorn.Server(config).run(sockets=[listener.sock])
    finally:
        close()

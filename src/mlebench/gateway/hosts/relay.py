"""The parts of a forward proxy that know nothing of its rules: reading a request, carrying bytes."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

_PIECE = 1 << 16
_SILENCE_SECONDS = 600.0
# Headers that concern this connection and not the host behind it; `Host` is written anew.
_HOP = ("connection", "proxy-connection", "proxy-authorization", "keep-alive", "te", "upgrade", "host")

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Closed(Exception):
    """The proxy says no."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass
class Attempt:
    """One attempt to reach a host, as the journal keeps it."""

    method: str = ""
    host: str = ""
    port: int = 0
    allowed: bool = False
    reason: str | None = None
    address: str | None = None
    bytes_up: int = 0
    bytes_down: int = 0
    seconds: float = 0.0


def read_request(first: str, lines: list[str], attempt: Attempt) -> bytes | None:
    """Note what is asked for. Returns the request as the host gets it; null for a tunnel."""
    method, _, rest = first.partition(" ")
    target, _, version = rest.rpartition(" ")
    attempt.method = method[:20] or "?"
    if not version.startswith("HTTP/1.") or any("\n" in line or "\r" in line for line in (first, *lines)):
        raise Closed(400, "this is no request for a proxy")
    tunnel = method == "CONNECT"
    try:
        parts = urlsplit(f"//{target}" if tunnel else target)
        port = parts.port or (443 if tunnel else 80)
    except ValueError:
        raise Closed(400, "the address cannot be read") from None
    if not parts.hostname or "@" in parts.netloc or (not tunnel and parts.scheme != "http"):
        raise Closed(400, "this is a proxy: ask with CONNECT, or for http://host/path")
    attempt.host, attempt.port = parts.hostname[:253], port
    if tunnel:
        return None
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    kept = [line for line in lines if line.partition(":")[0].strip().lower() not in _HOP]
    host = name if port == 80 else f"{name}:{port}"
    # One request for each connection: a second one could name another host.
    head = [f"{method} {path} HTTP/1.1", f"Host: {host}", *kept, "Connection: close", "", ""]
    return "\r\n".join(head).encode("latin-1")


async def relay(here: Stream, there: Stream, attempt: Attempt) -> None:
    """Carry bytes both ways until both have ended, or nothing has moved for long."""
    clock = _Clock()
    up = asyncio.ensure_future(_copy(here[0], there[1], clock))
    down = asyncio.ensure_future(_copy(there[0], here[1], clock))
    try:
        await asyncio.wait({up, down}, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in (up, down):
            task.cancel()
        await asyncio.gather(up, down, return_exceptions=True)
        attempt.bytes_up += clock.moved.get(here[0], 0)
        attempt.bytes_down += clock.moved.get(there[0], 0)


class _Clock:
    """When something last moved in either direction, and how much did."""

    def __init__(self) -> None:
        self.last = time.monotonic()
        self.moved: dict[asyncio.StreamReader, int] = {}

    def note(self, reader: asyncio.StreamReader, size: int) -> None:
        self.last = time.monotonic()
        self.moved[reader] = self.moved.get(reader, 0) + size


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, clock: _Clock) -> None:
    while True:
        try:
            data = await asyncio.wait_for(reader.read(_PIECE), _SILENCE_SECONDS)
        except TimeoutError:
            if time.monotonic() - clock.last < _SILENCE_SECONDS:
                continue
            raise
        if not data:
            break
        clock.note(reader, len(data))
        writer.write(data)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()
